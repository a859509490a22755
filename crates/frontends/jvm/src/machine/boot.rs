//! What the JDK's classes expect of a running JVM, made when it is needed.

use super::class::ClassId;
use super::value::{NULL, Ref, Value};
use super::{Machine, Run};

/// The properties of the machine: what no program may depend on is fixed.
fn properties(machine: &Machine) -> Vec<(&'static str, String)> {
    let version = machine.class_path.jdk_version();
    let fixed = [
        ("java.vendor", "Everypath"),
        ("java.vm.name", "Everypath"),
        ("java.vm.vendor", "Everypath"),
        ("java.vm.version", "1"),
        ("java.vm.info", "interpreted mode"),
        ("java.home", "/nowhere"),
        ("java.io.tmpdir", "/tmp"),
        ("java.library.path", ""),
        ("sun.boot.library.path", ""),
        ("java.class.path", ""),
        ("os.name", "Linux"),
        ("os.arch", "amd64"),
        ("os.version", "1"),
        ("file.separator", "/"),
        ("path.separator", ":"),
        ("line.separator", "\n"),
        ("user.name", "user"),
        ("user.home", "/nowhere"),
        ("user.dir", "/nowhere"),
        ("user.language", "en"),
        ("user.country", "US"),
        ("user.timezone", "UTC"),
        ("file.encoding", "UTF-8"),
        ("native.encoding", "UTF-8"),
        ("stdout.encoding", "UTF-8"),
        ("stderr.encoding", "UTF-8"),
        ("stdin.encoding", "UTF-8"),
        ("sun.jnu.encoding", "UTF-8"),
        ("sun.stdout.encoding", "UTF-8"),
        ("sun.stderr.encoding", "UTF-8"),
        ("sun.arch.data.model", "64"),
        ("sun.nio.MaxDirectMemorySize", "-1"),
        ("sun.nio.PageAlignDirectMemory", "false"),
        ("java.locale.useOldISOCodes", "false"),
    ];
    let mut all: Vec<(&'static str, String)> = fixed
        .iter()
        .map(|(key, value)| (*key, (*value).to_owned()))
        .collect();
    let specification = if version <= 8 {
        "1.8".to_owned()
    } else {
        version.to_string()
    };
    all.push(("java.version", version.to_string()));
    all.push(("java.specification.version", specification.clone()));
    all.push(("java.vm.specification.version", specification));
    all.push(("java.class.version", format!("{}.0", version + 44)));
    all
}

impl Machine {
    /// Makes the machine ready for the first class of a program.
    pub fn boot(&mut self) -> Result<(), String> {
        let done = self.boot_now();
        match done {
            Ok(()) => {
                self.keep();
                Ok(())
            }
            Err(stop) => Err(format!(
                "the JDK cannot be started: {}",
                self.describe_stop(&stop)
            )),
        }
    }

    /// A stop in words.
    pub fn describe_stop(&mut self, stop: &super::Stop) -> String {
        match stop {
            super::Stop::Throw(thrown) => {
                let (class, message) = self.describe_throwable(*thrown);
                let text = format!("{class}: {}", message.unwrap_or_default());
                let cause = self.get_named(*thrown, "cause").map(|cause| cause.as_ref());
                match cause {
                    Ok(cause) if cause != NULL && cause != *thrown => {
                        let cause = self.describe_stop(&super::Stop::Throw(cause));
                        format!("{text}, caused by {cause}")
                    }
                    _ => text,
                }
            }
            super::Stop::End(outcome) => format!("{outcome:?}"),
        }
    }

    fn boot_now(&mut self) -> Run<()> {
        for class in ["java/lang/Object", "java/lang/String", "java/lang/Class"] {
            let class = self.load(class)?;
            self.initialise(class)?;
        }
        self.make_main_thread()?;
        let system = self.load("java/lang/System")?;
        self.initialise(system)?;
        if let Some(method) = self.find_own_method(system, "setJavaLangAccess", "()V") {
            self.call(method, &[])?;
        }
        // Java 8 asks for a property before it looks at members, and not while
        // `System.out` is made.
        let class = self.load("java/lang/Class")?;
        if let Some(slot) = self.static_slot(class, "initted") {
            self.set_static(class, slot, Value::boolean(true));
        }
        self.make_properties(system)
    }

    /// Sets a field if the class has it: the JDK's versions differ.
    fn set_if_there(&mut self, object: Ref, field: &'static str, value: Value) {
        let class = self.heap.class_of(object);
        if let Ok(slot) = self.slot(class, field) {
            self.heap.set_field(object, slot, value);
        }
    }

    fn make_main_thread(&mut self) -> Run<()> {
        let group_class = self.load("java/lang/ThreadGroup")?;
        let group = self.allocate(group_class)?;
        let name = self.intern(&"main".encode_utf16().collect::<Vec<_>>())?;
        self.set_if_there(group, "name", Value::reference(name));
        self.set_if_there(group, "maxPriority", Value::int(10));
        let class = self.load("java/lang/Thread")?;
        let thread = self.allocate(class)?;
        self.main_thread = thread;
        self.set_if_there(thread, "name", Value::reference(name));
        self.set_if_there(thread, "group", Value::reference(group));
        self.set_if_there(thread, "priority", Value::int(5));
        self.set_if_there(thread, "threadStatus", Value::int(5));
        self.set_if_there(thread, "tid", Value::long(1));
        if self.slot(class, "holder").is_ok() {
            let holder_class = self.load("java/lang/Thread$FieldHolder")?;
            let holder = self.allocate(holder_class)?;
            self.set_if_there(holder, "group", Value::reference(group));
            self.set_if_there(holder, "priority", Value::int(5));
            self.set_if_there(holder, "threadStatus", Value::int(5));
            self.set_if_there(thread, "holder", Value::reference(holder));
        }
        if self.slot(class, "interruptLock").is_ok() {
            let object = self.load("java/lang/Object")?;
            let lock = self.allocate(object)?;
            self.set_if_there(thread, "interruptLock", Value::reference(lock));
        }
        self.initialise(class)?;
        self.initialise(group_class)
    }

    pub(super) fn static_slot(&self, class: ClassId, name: &str) -> Option<usize> {
        let fields = &self.class(class).fields;
        let field = fields
            .iter()
            .find(|field| *field.name == *name && field.is_static());
        field.map(|field| usize::from(field.slot))
    }

    fn make_properties(&mut self, system: ClassId) -> Run<()> {
        let class = self.load("java/util/Properties")?;
        self.initialise(class)?;
        let made = self.allocate(class)?;
        if let Some(constructor) = self.find_own_method(class, "<init>", "()V") {
            self.call(constructor, &[Value::reference(made)])?;
        }
        let map_class = self.load("java/util/HashMap")?;
        self.initialise(map_class)?;
        let map = self.allocate(map_class)?;
        if let Some(constructor) = self.find_own_method(map_class, "<init>", "()V") {
            self.call(constructor, &[Value::reference(map)])?;
        }
        let put = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
        for (key, value) in properties(self) {
            let key: Vec<u16> = key.encode_utf16().collect();
            let value: Vec<u16> = value.encode_utf16().collect();
            let (key, value) = (self.intern(&key)?, self.intern(&value)?);
            let pair = [Value::reference(key), Value::reference(value)];
            self.call_virtual(made, "put", put, &pair)?;
            self.call_virtual(map, "put", put, &pair)?;
        }
        if let Some(slot) = self.static_slot(system, "props") {
            self.set_static(system, slot, Value::reference(made));
        }
        if let Some(slot) = self.static_slot(system, "lineSeparator") {
            let newline = self.intern(&[10])?;
            self.set_static(system, slot, Value::reference(newline));
        }
        // Java 8 keeps them as properties, and elsewhere.
        let (vm, saved) = match self.load("jdk/internal/misc/VM") {
            Ok(vm) => (vm, map),
            Err(_) => (self.load("sun/misc/VM")?, made),
        };
        self.initialise(vm)?;
        if let Some(slot) = self.static_slot(vm, "savedProps") {
            self.set_static(vm, slot, Value::reference(saved));
        }
        if let Some(slot) = self.static_slot(vm, "initLevel") {
            self.set_static(vm, slot, Value::int(4));
        }
        Ok(())
    }

    /// Whether a static field is one of the standard streams.
    pub(super) fn is_stream(&self, class: ClassId, field: &str) -> bool {
        &*self.class(class).name == "java/lang/System" && matches!(field, "in" | "out" | "err")
    }

    /// A standard stream, which is made when a run first asks for it.
    pub(super) fn standard_stream(&mut self, class: ClassId, slot: usize) -> Run<Value> {
        let known = self.get_static(class, slot);
        let is_input = self.static_slot(class, "in") == Some(slot);
        let is_answered = is_input && self.answering.is_some() && !self.is_initialising();
        if !is_answered {
            self.suppose_static(class, slot as u16);
        }
        if known.as_ref() != NULL {
            return Ok(known);
        }
        let stream = match self.static_slot(class, "out") == Some(slot) {
            _ if is_input => self.make_input(is_answered)?,
            true => self.make_output("out")?,
            false => self.make_output("err")?,
        };
        self.set_static(class, slot, Value::reference(stream));
        Ok(Value::reference(stream))
    }

    fn standard_descriptor(&mut self, name: &str) -> Run<Value> {
        let class = self.load("java/io/FileDescriptor")?;
        self.initialise(class)?;
        let slot = self.static_slot(class, name).unwrap_or(0);
        Ok(self.get_static(class, slot))
    }

    /// A new object, by a constructor of its class.
    pub fn construct(&mut self, class: &str, descriptor: &str, arguments: &[Value]) -> Run<Ref> {
        let id = self.load(class)?;
        self.initialise(id)?;
        let object = self.allocate(id)?;
        let mut all = vec![Value::reference(object)];
        all.extend_from_slice(arguments);
        match self.find_own_method(id, "<init>", descriptor) {
            Some(constructor) => self.call(constructor, &all)?,
            None => {
                return Err(super::Stop::unsupported(format!(
                    "needs {class}{descriptor}"
                )));
            }
        };
        Ok(object)
    }

    fn make_output(&mut self, name: &str) -> Run<Ref> {
        let descriptor = self.standard_descriptor(name)?;
        let file = self.construct(
            "java/io/FileOutputStream",
            "(Ljava/io/FileDescriptor;)V",
            &[descriptor],
        )?;
        let arguments = [Value::reference(file), Value::boolean(true)];
        self.construct(
            "java/io/PrintStream",
            "(Ljava/io/OutputStream;Z)V",
            &arguments,
        )
    }

    /// Standard input: what the input says, or nothing.
    fn make_input(&mut self, is_answered: bool) -> Run<Ref> {
        let bytes = match self.answering.clone().filter(|_| is_answered) {
            Some(answering) => answering.standard_input(self)?,
            None => self.allocate_primitives(crate::code::Kind::Byte, 0)?,
        };
        let bytes = [Value::reference(bytes)];
        self.construct("java/io/ByteArrayInputStream", "([B)V", &bytes)
    }
}
