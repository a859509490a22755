//! Locals, the operand stack, fields, arrays, objects and casts.

use everypath_lowered::{ClassId, Constant, Instruction, Register, StaticId};
use everypath_term::{Op, Value as TermValue};
use everypath_trace::GoalId;

use super::method::Body;
use super::{Lowering, STATIC_FIELDS};
use crate::classfile::Constant as PoolConstant;
use crate::code::{Instr, Kind};
use crate::machine::Field;

impl Lowering {
    /// Lowers an instruction that does not end its block, or says why it
    /// cannot be followed.
    pub(super) fn lower_instr(&mut self, body: &mut Body, instr: Instr) -> Result<(), String> {
        match instr {
            Instr::Nop => {}
            Instr::Goal(goal) => body.push_instruction(Instruction::Cover { goal: GoalId(goal) }),
            Instr::Null => {
                let to = body.push(1);
                let value = Constant::Null;
                body.push_instruction(Instruction::Set { to, value });
            }
            Instr::Int(value) => {
                let to = body.push(1);
                body.set(to, TermValue::bit_vec(32, u64::from(value as u32)));
            }
            Instr::Long(value) => {
                let to = body.push(2);
                body.set(to, TermValue::bit_vec(64, value as u64));
            }
            Instr::Float(bits) => {
                let to = body.push(1);
                body.set(to, TermValue::float32(f32::from_bits(bits)));
            }
            Instr::Double(bits) => {
                let to = body.push(2);
                body.set(to, TermValue::float64(f64::from_bits(bits)));
            }
            Instr::Constant(index) => {
                let value = self.pool_constant(body, index)?;
                let to = body.push(1);
                body.push_instruction(Instruction::Set { to, value });
            }
            Instr::Load(local) => {
                let from = body.local(local);
                let to = body.push(1);
                body.push_instruction(Instruction::Move { to, from });
            }
            Instr::LoadWide(local) => {
                let from = body.local(local);
                let to = body.push(2);
                body.push_instruction(Instruction::Move { to, from });
            }
            Instr::Store(local) => {
                let from = body.pop();
                let to = body.local(local);
                body.push_instruction(Instruction::Move { to, from });
            }
            Instr::StoreWide(local) => {
                let from = body.pop_wide();
                let to = body.local(local);
                body.push_instruction(Instruction::Move { to, from });
            }
            Instr::Increment(local, by) => {
                let by = body.int(i32::from(by));
                let local = body.local(local);
                body.apply(local, Op::BvAdd, &[local, by]);
            }
            Instr::Pop => {
                body.pop();
            }
            Instr::Pop2 => {
                body.pop_wide();
            }
            Instr::Dup
            | Instr::DupX1
            | Instr::DupX2
            | Instr::Dup2
            | Instr::Dup2X1
            | Instr::Dup2X2
            | Instr::Swap => shuffle(body, instr),
            Instr::IntArithmetic(operation) => body.arithmetic(operation, Kind::Int),
            Instr::LongArithmetic(operation) => body.arithmetic(operation, Kind::Long),
            Instr::FloatArithmetic(operation) => body.float_arithmetic(operation, Kind::Float),
            Instr::DoubleArithmetic(operation) => body.float_arithmetic(operation, Kind::Double),
            Instr::Negate(kind) => body.negate(kind),
            Instr::Convert(conversion) => body.convert(conversion),
            Instr::CompareLong => body.compare(Kind::Long, 0),
            Instr::CompareFloat(nan) => body.compare(Kind::Float, nan),
            Instr::CompareDouble(nan) => body.compare(Kind::Double, nan),
            Instr::GetStatic(index) => {
                let field = self.field(body, index, true)?;
                self.supposed.extend(self.machine.static_premises(&field));
                let fields = static_fields(body, &field);
                let to = body.push_kind(field.kind);
                let field = usize::from(field.slot);
                body.push_instruction(Instruction::Load {
                    to,
                    object: fields,
                    field,
                });
            }
            Instr::PutStatic(index) => {
                let field = self.field(body, index, true)?;
                let value = body.pop_kind(field.kind);
                body.narrow(value, field.kind);
                let fields = static_fields(body, &field);
                let field = usize::from(field.slot);
                body.push_instruction(Instruction::Store {
                    object: fields,
                    field,
                    value,
                });
            }
            Instr::GetField(index) => {
                let field = self.field(body, index, false)?;
                let object = body.pop();
                body.check_not_null(object);
                let to = body.push_kind(field.kind);
                let field = usize::from(field.slot);
                body.push_instruction(Instruction::Load { to, object, field });
            }
            Instr::PutField(index) => {
                let field = self.field(body, index, false)?;
                let value = body.pop_kind(field.kind);
                let object = body.pop();
                body.check_not_null(object);
                body.narrow(value, field.kind);
                let field = usize::from(field.slot);
                body.push_instruction(Instruction::Store {
                    object,
                    field,
                    value,
                });
            }
            Instr::New(index) => {
                let class = self.class_at(body, index)?;
                let found = crate::machine::ClassId(class.0);
                if self.machine.initialise(found).is_err()
                    || self.machine.class(found).is_abstract()
                {
                    return Err(format!("makes an object of {}", self.class_name(class)));
                }
                let to = body.push(1);
                body.push_instruction(Instruction::New { to, class });
            }
            Instr::NewArray(kind) => {
                let class = self.load_class(&format!("[{}", kind.letter()))?;
                new_array(body, ClassId(class.0));
            }
            Instr::NewReferenceArray(index) => {
                let element = self.class_at(body, index)?;
                let class = self.machine.array_of(crate::machine::ClassId(element.0));
                let class = class.map_err(|_| "makes an array of a missing class".to_owned())?;
                new_array(body, ClassId(class.0));
            }
            Instr::NewMultiArray(..) => {
                return Err("makes an array of several dimensions".to_owned());
            }
            Instr::ArrayLength => {
                let array = body.pop();
                body.check_not_null(array);
                let to = body.push(1);
                body.push_instruction(Instruction::Length { to, array });
            }
            Instr::ArrayLoad(kind) => {
                let index = body.pop();
                let array = body.pop();
                check_index(body, array, index);
                let to = body.push_kind(kind);
                body.push_instruction(Instruction::LoadElement { to, array, index });
            }
            Instr::ArrayStore(kind) => {
                let value = body.pop_kind(kind);
                let index = body.pop();
                let array = body.pop();
                check_index(body, array, index);
                if kind == Kind::Reference {
                    let fits = body.temporary();
                    body.push_instruction(Instruction::Fits {
                        to: fits,
                        array,
                        value,
                    });
                    body.check(fits, "java/lang/ArrayStoreException");
                }
                body.narrow(value, kind);
                body.push_instruction(Instruction::StoreElement {
                    array,
                    index,
                    value,
                });
            }
            Instr::CheckCast(index) => {
                let class = self.class_at(body, index)?;
                let reference = body.peek(0);
                let (is, null) = (body.temporary(), body.temporary());
                body.push_instruction(Instruction::IsInstance {
                    to: is,
                    reference,
                    class,
                });
                body.push_instruction(Instruction::IsNull {
                    to: null,
                    reference,
                });
                let fine = body.computed(Op::Or, &[is, null]);
                body.check(fine, "java/lang/ClassCastException");
            }
            Instr::InstanceOf(index) => {
                let class = self.class_at(body, index)?;
                let reference = body.pop();
                let is = body.temporary();
                body.push_instruction(Instruction::IsInstance {
                    to: is,
                    reference,
                    class,
                });
                let (one, zero) = (body.int(1), body.int(0));
                let to = body.push(1);
                body.apply(to, Op::Ite, &[is, one, zero]);
            }
            Instr::MonitorEnter | Instr::MonitorExit => {
                let object = body.pop();
                body.check_not_null(object);
            }
            Instr::Invoke(invocation, index) => self.lower_call(body, invocation, index)?,
            Instr::InvokeDynamic(index) => self.lower_dynamic(body, index)?,
            other => return Err(format!("uses the instruction {other:?}")),
        }
        Ok(())
    }

    fn pool_constant(&mut self, body: &Body, index: u16) -> Result<Constant, String> {
        let pool = &body.file.pool;
        match pool.get(index) {
            Ok(PoolConstant::String(_)) => {
                let units = pool.string(index).map_err(|malformed| malformed.0)?;
                match self.machine.intern(&units) {
                    Ok(string) => Ok(Constant::Object(StaticId(u64::from(string)))),
                    Err(_) => Err("needs a string that cannot be made".to_owned()),
                }
            }
            Ok(PoolConstant::Class(_)) => Ok(Constant::Unknown("uses a class object".into())),
            _ => Err("uses a constant that is computed".to_owned()),
        }
    }

    fn class_at(&mut self, body: &Body, index: u16) -> Result<ClassId, String> {
        let name = body
            .file
            .pool
            .class(index)
            .map_err(|malformed| malformed.0)?;
        Ok(ClassId(self.load_class(&name)?.0))
    }

    pub(super) fn class_name(&self, class: ClassId) -> String {
        self.machine
            .class(crate::machine::ClassId(class.0))
            .dotted()
    }

    fn field(&mut self, body: &Body, index: u16, is_static: bool) -> Result<Field, String> {
        let member = body
            .file
            .pool
            .member(index)
            .map_err(|malformed| malformed.0)?;
        let class = self.load_class(&member.class)?;
        let field = self
            .machine
            .find_field(class, &member.name, &member.descriptor);
        let field = field.filter(|field| field.is_static() == is_static);
        let name = || format!("{}.{}", member.class.replace('/', "."), member.name);
        let Some(field) = field else {
            return Err(format!("needs the field {}", name()));
        };
        if is_static && self.machine.initialise(field.class).is_err() {
            return Err(format!("needs the initialiser of the class of {}", name()));
        }
        Ok(field)
    }
}

/// The object that holds the static fields of a field's class.
fn static_fields(body: &mut Body, field: &Field) -> Register {
    let to = body.temporary();
    let object = StaticId(STATIC_FIELDS | u64::from(field.class.0));
    let value = Constant::Object(object);
    body.push_instruction(Instruction::Set { to, value });
    to
}

fn new_array(body: &mut Body, class: ClassId) {
    let length = body.pop();
    let zero = body.int(0);
    let fine = body.computed(Op::BvSle, &[zero, length]);
    body.check(fine, "java/lang/NegativeArraySizeException");
    let to = body.push(1);
    body.push_instruction(Instruction::NewArray { to, class, length });
}

fn check_index(body: &mut Body, array: Register, index: Register) {
    body.check_not_null(array);
    let length = body.temporary();
    body.push_instruction(Instruction::Length { to: length, array });
    let fine = body.computed(Op::BvUlt, &[index, length]);
    body.check(fine, "java/lang/ArrayIndexOutOfBoundsException");
}

/// The slots that a copying instruction leaves, each by its place below the
/// top before it.
fn shuffle(body: &mut Body, instr: Instr) {
    let (popped, left): (u32, &[u32]) = match instr {
        Instr::Dup => (1, &[0, 0]),
        Instr::DupX1 => (2, &[0, 1, 0]),
        Instr::DupX2 => (3, &[0, 2, 1, 0]),
        Instr::Dup2 => (2, &[1, 0, 1, 0]),
        Instr::Dup2X1 => (3, &[1, 0, 2, 1, 0]),
        Instr::Dup2X2 => (4, &[1, 0, 3, 2, 1, 0]),
        _ => (2, &[0, 1]),
    };
    let kept: Vec<Register> = (0..popped)
        .map(|below| {
            let from = body.peek(below);
            let to = body.temporary();
            body.push_instruction(Instruction::Move { to, from });
            to
        })
        .collect();
    for _ in 0..popped {
        body.pop();
    }
    for below in left {
        let to = body.push(1);
        let from = kept[*below as usize];
        body.push_instruction(Instruction::Move { to, from });
    }
}
