//! What a Java file declares, with the annotations that belong to it.

use tree_sitter::{Node, Parser};

use crate::annotation::{Comment, kind};
use crate::clauses::{Said, Saying, clauses};
use crate::lexer::{Kind, Token, tokens};

pub(crate) use crate::declared::{Class, Declarations, Field, Method, Omission, Parameter};

/// Reads a file.
pub(crate) fn declarations(text: &str) -> Declarations {
    let mut parser = Parser::new();
    let language = tree_sitter_java::LANGUAGE.into();
    let tree = match parser.set_language(&language) {
        Ok(()) => parser.parse(text, None),
        Err(_) => None,
    };
    let Some(tree) = tree else {
        return Declarations::default();
    };
    let mut reading = Reading {
        text,
        found: Declarations::default(),
    };
    reading.file(tree.root_node());
    reading.found
}

struct Reading<'a> {
    text: &'a str,
    found: Declarations,
}

impl Reading<'_> {
    fn text_of(&self, node: Node) -> String {
        self.text
            .get(node.byte_range())
            .unwrap_or_default()
            .to_owned()
    }

    fn field(&self, node: Node, name: &str) -> String {
        let found = node.child_by_field_name(name);
        found.map_or_else(String::new, |found| self.text_of(found))
    }

    /// The tokens of a comment, if it is an annotation.
    fn annotation(&mut self, comment: Node) -> Vec<Token> {
        let text = self.text_of(comment);
        let start = comment.start_byte();
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let column = self.text[line_start..start].chars().count() + 1;
        let line = comment.start_position().row + 1;
        // Of what nobody can read there is one token, so that it is a clause that cannot be.
        let unread = |kind: Kind, line: usize, column: usize| {
            let end = comment.end_byte();
            vec![Token {
                kind,
                line,
                column,
                start,
                end,
            }]
        };
        match kind(&text) {
            Comment::Annotation => tokens(&text, line, column, start).unwrap_or_else(|problem| {
                let message = Kind::Literal(problem.message);
                unread(message, problem.line, problem.column)
            }),
            Comment::Doubtful(word) => unread(Kind::Word(word.to_owned()), line, column),
            Comment::Other => Vec::new(),
        }
    }

    fn file(&mut self, root: Node) {
        let mut pending = Vec::new();
        let mut cursor = root.walk();
        for child in root.children(&mut cursor) {
            match child.kind() {
                "package_declaration" => {
                    let mut inside = child.walk();
                    let name = child
                        .children(&mut inside)
                        .find(|node| matches!(node.kind(), "identifier" | "scoped_identifier"));
                    self.found.package = name.map_or_else(String::new, |name| self.text_of(name));
                }
                "line_comment" | "block_comment" => pending.extend(self.annotation(child)),
                _ => self.declared(child, None, &mut pending),
            }
        }
    }

    /// A class of some kind, with the annotations before it.
    fn declared(&mut self, node: Node, outer: Option<usize>, pending: &mut Vec<Token>) {
        let unwoven = match node.kind() {
            "class_declaration" => None,
            "record_declaration" => Some("it is of a record"),
            "enum_declaration" => Some("it is of an enum"),
            "interface_declaration" | "annotation_type_declaration" => {
                Some("it is of an interface")
            }
            _ => return,
        };
        let modifiers = modifiers(node, self.text);
        let name = self.field(node, "name");
        let (binary, around) = match outer {
            Some(outer) => {
                let outer = &self.found.classes[outer];
                (format!("{}${name}", outer.binary), outer.unwoven)
            }
            None if self.found.package.is_empty() => (name.clone(), None),
            None => (format!("{}.{name}", self.found.package), None),
        };
        let Some(body) = node.child_by_field_name("body") else {
            return;
        };
        let superclass = node.child_by_field_name("superclass");
        let superclass = superclass.and_then(|node| node.named_child(0));
        let class = Class {
            name,
            binary,
            type_parameters: self.field(node, "type_parameters"),
            superclass: superclass.map(|node| self.text_of(node)),
            outer,
            is_inner: outer.is_some()
                && unwoven.is_none()
                && around.is_none()
                && !modifiers.iter().any(|word| word == "static"),
            unwoven,
            // Where the brace is missing, the compiler will say so.
            end: self.text[body.byte_range()]
                .rfind('}')
                .map_or(body.end_byte(), |at| body.start_byte() + at),
            said: clauses(&std::mem::take(pending), self.text),
            ..Class::default()
        };
        self.found.classes.push(class);
        let index = self.found.classes.len() - 1;
        self.body(body, index);
    }

    fn body(&mut self, body: Node, class: usize) {
        let mut pending: Vec<Token> = Vec::new();
        let mut cursor = body.walk();
        for child in body.children(&mut cursor) {
            match child.kind() {
                "line_comment" | "block_comment" => pending.extend(self.annotation(child)),
                "field_declaration" | "constant_declaration" => {
                    let said = self.said_before(child, &mut pending, class);
                    self.fields(child, class, &said);
                }
                "method_declaration" | "constructor_declaration" => {
                    let said = self.said_before(child, &mut pending, class);
                    self.method(child, class, said);
                }
                "enum_body_declarations" => self.body(child, class),
                _ => self.declared(child, Some(class), &mut pending),
            }
        }
        let rest = clauses(&pending, self.text);
        self.found.classes[class].said.extend(rest);
    }

    /// What is said of a member, before it and in its head; invariants are of
    /// its class, wherever they stand.
    fn said_before(&mut self, member: Node, pending: &mut Vec<Token>, class: usize) -> Vec<Said> {
        let mut tokens = std::mem::take(pending);
        let mut cursor = member.walk();
        for child in member.children(&mut cursor) {
            if child.kind().ends_with("_comment") {
                tokens.extend(self.annotation(child));
            }
            if child.kind() == "modifiers" {
                let mut inside = child.walk();
                for comment in child.children(&mut inside) {
                    if comment.kind().ends_with("_comment") {
                        tokens.extend(self.annotation(comment));
                    }
                }
            }
        }
        let all = clauses(&tokens, self.text);
        let (of_class, of_member) = all.into_iter().partition(|said| said.saying.is_of_class());
        self.found.classes[class].said.extend::<Vec<Said>>(of_class);
        of_member
    }

    fn fields(&mut self, node: Node, class: usize, said: &[Said]) {
        let modifiers = modifiers(node, self.text);
        let has = |wanted: &str| modifiers.iter().any(|word| word == wanted);
        let of = self.field(node, "type");
        let mut cursor = node.walk();
        for declarator in node.children_by_field_name("declarator", &mut cursor) {
            let field = Field {
                name: self.field(declarator, "name"),
                of: of.clone() + &self.field(declarator, "dimensions"),
                is_static: has("static"),
                is_private: has("private"),
                nullable: nullability(said),
                line: node.start_position().row + 1,
            };
            self.found.classes[class].fields.push(field);
        }
    }

    fn method(&mut self, node: Node, class: usize, said: Vec<Said>) {
        let modifiers = modifiers(node, self.text);
        let has = |wanted: &str| modifiers.iter().any(|word| word == wanted);
        let result = match node.kind() {
            "method_declaration" => {
                Some(self.field(node, "type") + &self.field(node, "dimensions"))
            }
            _ => None,
        };
        let mut cursor = node.walk();
        let throws = node
            .children(&mut cursor)
            .find(|one| one.kind() == "throws");
        let body = node.child_by_field_name("body");
        let parameters = match node.child_by_field_name("parameters") {
            Some(parameters) => self.parameters(parameters),
            None => Vec::new(),
        };
        if let Some(body) = body {
            self.inside(body);
        }
        let method = Method {
            name: self.field(node, "name"),
            result,
            is_static: has("static"),
            is_private: has("private"),
            has_body: body.is_some(),
            type_parameters: self.field(node, "type_parameters"),
            parameters,
            throws: throws.map_or_else(String::new, |throws| self.text_of(throws)),
            nullable: nullability(&said),
            said,
            line: node.start_position().row + 1,
        };
        self.found.classes[class].methods.push(method);
    }

    fn parameters(&mut self, node: Node) -> Vec<Parameter> {
        let mut found = Vec::new();
        let mut pending = Vec::new();
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if child.kind().ends_with("_comment") {
                pending.extend(self.annotation(child));
                continue;
            }
            let (of, name) = match child.kind() {
                "formal_parameter" => (
                    self.field(child, "type") + &self.field(child, "dimensions"),
                    self.field(child, "name"),
                ),
                "spread_parameter" => {
                    let mut inside = child.walk();
                    let parts: Vec<Node> = child.named_children(&mut inside).collect();
                    let parts: Vec<Node> = parts
                        .into_iter()
                        .filter(|part| {
                            part.kind() != "modifiers" && !part.kind().ends_with("_comment")
                        })
                        .collect();
                    match parts[..] {
                        [of, declarator] => {
                            (self.text_of(of) + "...", self.field(declarator, "name"))
                        }
                        _ => continue,
                    }
                }
                _ => continue,
            };
            let mut inside = child.walk();
            for comment in child.children(&mut inside) {
                if comment.kind().ends_with("_comment") {
                    pending.extend(self.annotation(comment));
                }
            }
            let said = clauses(&std::mem::take(&mut pending), self.text);
            found.push(Parameter {
                name,
                of,
                nullable: nullability(&said),
            });
        }
        found
    }

    /// Annotations inside a body are left out, each named.
    fn inside(&mut self, node: Node) {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            if node.kind().ends_with("_comment") {
                let tokens = self.annotation(node);
                if let Some(first) = tokens.first() {
                    self.found.omissions.push(Omission {
                        line: first.line,
                        message: format!("{} stands inside a method", first.shown()),
                    });
                }
            }
            let mut cursor = node.walk();
            let children: Vec<Node> = node.children(&mut cursor).collect();
            stack.extend(children.into_iter().rev());
        }
    }
}

/// The words of a declaration's modifiers.
fn modifiers(node: Node, text: &str) -> Vec<String> {
    let mut cursor = node.walk();
    let found = node
        .children(&mut cursor)
        .find(|one| one.kind() == "modifiers");
    let Some(found) = found else {
        return Vec::new();
    };
    let mut inside = found.walk();
    let words = found.children(&mut inside);
    words
        .map(|word| text.get(word.byte_range()).unwrap_or_default().to_owned())
        .collect()
}

/// What modifiers say of being null.
fn nullability(said: &[Said]) -> Option<bool> {
    said.iter().rev().find_map(|said| match &said.saying {
        Saying::Modifier(word) if word == "nullable" => Some(true),
        Saying::Modifier(word) if word == "non_null" => Some(false),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "package a.b;\n\
        public class List<T> {\n\
        \x20 private /*@ nullable @*/ Node<T> head; //@ invariant size >= 0;\n\
        \x20 int size, other[];\n\
        \x20 //@ requires index >= 0;\n\
        \x20 //@ ensures \\result != null;\n\
        \x20 public /*@ pure @*/ <X> T get(int index, /*@ nullable @*/ T... rest) throws E { //@ assert x;\n\
        \x20   return null; }\n\
        \x20 List() {}\n\
        \x20 static class Node<T> { Node<T> next; }\n\
        \x20 class Inner { //@ invariant true;\n }\n\
        }\n\
        interface Shape { //@ ensures \\result > 0;\n double area(); }\n";

    #[test]
    fn annotations_belong_to_what_they_stand_before() {
        let found = declarations(LIST);
        let names: Vec<&str> = found
            .classes
            .iter()
            .map(|class| class.binary.as_str())
            .collect();
        assert_eq!(
            names,
            ["a.b.List", "a.b.List$Node", "a.b.List$Inner", "a.b.Shape"]
        );
        let list = &found.classes[0];
        assert_eq!(list.said.len(), 1);
        assert_eq!(list.fields[0].nullable, Some(true));
        assert_eq!(
            (list.fields[0].of.as_str(), list.fields[2].of.as_str()),
            ("Node<T>", "int[]")
        );
        let get = &list.methods[0];
        assert_eq!(
            (get.parameters[1].of.as_str(), get.parameters[1].nullable),
            ("T...", Some(true))
        );
        assert_eq!(
            (get.type_parameters.as_str(), get.throws.as_str()),
            ("<X>", "throws E")
        );
        assert_eq!(get.said.len(), 3);
        assert_eq!(list.methods[1].result, None);
        assert!(!found.classes[1].is_inner && found.classes[2].is_inner);
        assert_eq!(found.classes[2].said.len(), 1);
        assert!(found.classes[3].unwoven.is_some());
        assert_eq!(found.omissions.len(), 1);
        assert_eq!(&LIST[list.end..list.end + 1], "}");
    }

    #[test]
    fn broken_java_is_no_panic() {
        for text in [
            "class {",
            "class A { void f( }",
            "}}}}",
            "class A { /*@ nullable @*/",
            "\u{feff}é class",
        ] {
            let _ = declarations(text);
        }
    }
}
