//! Bytes to instructions.

use std::cell::Cell;

use super::instr::{
    Arithmetic, Comparison, Conversion, FloatArithmetic, Instr, Invocation, Kind, Switch,
};
use super::verify::verify;
use super::{Code, HandlerRange, Implicit, Marks};
use crate::classfile::{Constant, Malformed, Pool, RawCode, Reader};

/// Decodes a method's code and checks that it can be run: targets are
/// instructions, and the operand stack and the locals stay in their bounds.
pub fn decode(
    raw: &RawCode,
    pool: &Pool,
    marks: &Marks,
    arguments: u16,
) -> Result<Code, Malformed> {
    if arguments > raw.max_locals {
        return Err(Malformed::new("its arguments do not fit its locals"));
    }
    let mut decoder = Decoder {
        reader: Reader::new(&raw.bytes),
        pool,
        instrs: Vec::with_capacity(raw.bytes.len()),
        bytes: Vec::with_capacity(raw.bytes.len()),
        goals: Vec::new(),
        exceptions: Vec::new(),
        switches: Vec::new(),
        index_of: vec![u32::MAX; raw.bytes.len() + 1],
    };
    decoder.all(raw, marks)?;
    decoder.link(raw)
}

struct Decoder<'a> {
    reader: Reader<'a>,
    pool: &'a Pool,
    instrs: Vec<Instr>,
    bytes: Vec<u16>,
    goals: Vec<u32>,
    exceptions: Vec<(u32, Implicit, u32)>,
    switches: Vec<Switch>,
    index_of: Vec<u32>,
}

impl Decoder<'_> {
    fn all(&mut self, raw: &RawCode, marks: &Marks) -> Result<(), Malformed> {
        let marked = !marks.places.is_empty() || !marks.branches.is_empty();
        let mut places = marks.places.iter().peekable();
        while !self.reader.is_at_end() {
            let byte = self.reader.position();
            self.index_of[byte] = self.instrs.len() as u32;
            while let Some((_, goal)) = places.next_if(|mark| usize::from(mark.0) <= byte) {
                self.push(Instr::Goal(*goal), byte);
            }
            let instr = self.next(byte)?;
            self.push(instr, byte);
        }
        self.index_of[raw.bytes.len()] = self.instrs.len() as u32;
        if marked {
            self.goals = vec![0; self.instrs.len()];
            for (byte, goal) in &marks.branches {
                // The last instruction of the byte: a mark of a line may be before it.
                let after = self.bytes.partition_point(|known| known <= byte);
                self.goals[after - 1] = goal + 1;
            }
        }
        for (byte, implicit, goal) in &marks.exceptions {
            let after = self.bytes.partition_point(|known| known <= byte);
            self.exceptions.push((after as u32 - 1, *implicit, *goal));
        }
        Ok(())
    }

    fn push(&mut self, instr: Instr, byte: usize) {
        self.instrs.push(instr);
        self.bytes.push(byte as u16);
    }

    fn target(&self, byte: u32) -> Result<u32, Malformed> {
        match self.index_of.get(byte as usize) {
            Some(&index) if index != u32::MAX && (index as usize) < self.instrs.len() => Ok(index),
            _ => Err(Malformed(format!(
                "a jump goes to byte {byte}, where no instruction is"
            ))),
        }
    }

    fn link(mut self, raw: &RawCode) -> Result<Code, Malformed> {
        for index in 0..self.instrs.len() {
            let linked = match self.instrs[index] {
                Instr::IfZero(comparison, to) => Instr::IfZero(comparison, self.target(to)?),
                Instr::IfInt(comparison, to) => Instr::IfInt(comparison, self.target(to)?),
                Instr::IfSame(same, to) => Instr::IfSame(same, self.target(to)?),
                Instr::IfNull(null, to) => Instr::IfNull(null, self.target(to)?),
                Instr::Goto(to) => Instr::Goto(self.target(to)?),
                Instr::JumpSubroutine(to) => Instr::JumpSubroutine(self.target(to)?),
                other => other,
            };
            self.instrs[index] = linked;
        }
        for index in 0..self.switches.len() {
            let mut switch = std::mem::take(&mut self.switches[index]);
            switch.default = self.target(switch.default)?;
            let mut targets: Vec<u32> = Vec::new();
            for case in &mut switch.cases {
                case.1 = self.target(case.1)?;
                targets.push(case.1);
            }
            targets.push(switch.default);
            targets.sort_unstable();
            targets.dedup();
            let ordinal = |target: u32| targets.binary_search(&target).unwrap_or(0) as u32;
            for case in &mut switch.cases {
                case.2 = ordinal(case.1);
            }
            switch.default_ordinal = ordinal(switch.default);
            switch.targets = targets.len() as u32;
            self.switches[index] = switch;
        }
        let mut handlers = Vec::with_capacity(raw.handlers.len());
        for handler in &raw.handlers {
            let place = |byte: u16| match self.index_of.get(usize::from(byte)) {
                Some(&index) if index != u32::MAX => Ok(index),
                _ => Err(Malformed(format!("an exception handler names byte {byte}"))),
            };
            let (start, end) = (place(handler.start)?, place(handler.end)?);
            if start >= end {
                return Err(Malformed::new("an exception handler covers nothing"));
            }
            if handler.class != 0 {
                self.pool.class(handler.class)?;
            }
            handlers.push(HandlerRange {
                start,
                end,
                target: self.target(u32::from(handler.target))?,
                class: handler.class,
            });
        }
        let line = |(byte, line): &(u16, u16)| {
            let index = *self.index_of.get(usize::from(*byte))?;
            (index != u32::MAX).then_some((index, *line))
        };
        let lines = raw.lines.iter().filter_map(line).collect();
        verify(
            &self.instrs,
            &self.switches,
            &handlers,
            self.pool,
            raw.max_stack,
            raw.max_locals,
        )?;
        Ok(Code {
            instrs: self.instrs.into_iter().map(Cell::new).collect(),
            max_stack: raw.max_stack,
            max_locals: raw.max_locals,
            handlers,
            switches: self.switches,
            lines,
            goals: self.goals,
            exceptions: self.exceptions,
            bytes: self.bytes,
        })
    }

    fn next(&mut self, byte: usize) -> Result<Instr, Malformed> {
        use Instr::*;
        let opcode = self.reader.u8()?;
        let integer = [
            Arithmetic::Add,
            Arithmetic::Subtract,
            Arithmetic::Multiply,
            Arithmetic::Divide,
            Arithmetic::Remainder,
        ];
        let float = [
            self::FloatArithmetic::Add,
            self::FloatArithmetic::Subtract,
            self::FloatArithmetic::Multiply,
            self::FloatArithmetic::Divide,
            self::FloatArithmetic::Remainder,
        ];
        Ok(match opcode {
            0 => Nop,
            1 => Null,
            2..=8 => Int(i32::from(opcode) - 3),
            9..=10 => Long(i64::from(opcode) - 9),
            11..=13 => Float((f32::from(opcode) - 11.0).to_bits()),
            14..=15 => Double((f64::from(opcode) - 14.0).to_bits()),
            16 => Int(i32::from(self.reader.i8()?)),
            17 => Int(i32::from(self.reader.i16()?)),
            18 => {
                let index = u16::from(self.reader.u8()?);
                self.constant(index)?
            }
            19 | 20 => {
                let index = self.reader.u16()?;
                self.constant(index)?
            }
            21 | 23 | 25 => Load(u16::from(self.reader.u8()?)),
            22 | 24 => LoadWide(u16::from(self.reader.u8()?)),
            26..=45 => {
                let local = u16::from((opcode - 26) % 4);
                match (opcode - 26) / 4 {
                    1 | 3 => LoadWide(local),
                    _ => Load(local),
                }
            }
            46..=53 => ArrayLoad(array_kind(opcode - 46)),
            54 | 56 | 58 => Store(u16::from(self.reader.u8()?)),
            55 | 57 => StoreWide(u16::from(self.reader.u8()?)),
            59..=78 => {
                let local = u16::from((opcode - 59) % 4);
                match (opcode - 59) / 4 {
                    1 | 3 => StoreWide(local),
                    _ => Store(local),
                }
            }
            79..=86 => ArrayStore(array_kind(opcode - 79)),
            87 => Pop,
            88 => Pop2,
            89 => Dup,
            90 => DupX1,
            91 => DupX2,
            92 => Dup2,
            93 => Dup2X1,
            94 => Dup2X2,
            95 => Swap,
            96..=115 => {
                let which = usize::from((opcode - 96) / 4);
                match (opcode - 96) % 4 {
                    0 => IntArithmetic(integer[which]),
                    1 => LongArithmetic(integer[which]),
                    2 => FloatArithmetic(float[which]),
                    _ => DoubleArithmetic(float[which]),
                }
            }
            116..=119 => Negate(
                [Kind::Int, Kind::Long, Kind::Float, Kind::Double][usize::from(opcode - 116)],
            ),
            120..=131 => {
                let operation = [
                    Arithmetic::ShiftLeft,
                    Arithmetic::ShiftRight,
                    Arithmetic::ShiftRightUnsigned,
                    Arithmetic::And,
                    Arithmetic::Or,
                    Arithmetic::Xor,
                ][usize::from((opcode - 120) / 2)];
                match opcode % 2 {
                    0 => IntArithmetic(operation),
                    _ => LongArithmetic(operation),
                }
            }
            132 => Increment(u16::from(self.reader.u8()?), i16::from(self.reader.i8()?)),
            133..=147 => Convert(conversion(opcode - 133)),
            148 => CompareLong,
            149 => CompareFloat(-1),
            150 => CompareFloat(1),
            151 => CompareDouble(-1),
            152 => CompareDouble(1),
            153..=158 => IfZero(comparison(opcode - 153), self.jump(byte)?),
            159..=164 => IfInt(comparison(opcode - 159), self.jump(byte)?),
            165 | 166 => IfSame(opcode == 165, self.jump(byte)?),
            167 => Goto(self.jump(byte)?),
            168 => JumpSubroutine(self.jump(byte)?),
            169 => ReturnSubroutine(u16::from(self.reader.u8()?)),
            170 | 171 => self.switch(byte, opcode == 170)?,
            172 | 174 | 176 => ReturnValue,
            173 | 175 => ReturnWide,
            177 => Return,
            178 => GetStatic(self.reader.u16()?),
            179 => PutStatic(self.reader.u16()?),
            180 => GetField(self.reader.u16()?),
            181 => PutField(self.reader.u16()?),
            182 => Invoke(Invocation::Virtual, self.reader.u16()?),
            183 => Invoke(Invocation::Special, self.reader.u16()?),
            184 => Invoke(Invocation::Static, self.reader.u16()?),
            185 => {
                let index = self.reader.u16()?;
                self.reader.u16()?;
                Invoke(Invocation::Interface, index)
            }
            186 => {
                let index = self.reader.u16()?;
                self.reader.u16()?;
                InvokeDynamic(index)
            }
            187 => New(self.reader.u16()?),
            188 => {
                let code = self.reader.u8()?;
                let kind = Kind::of_array_code(code);
                NewArray(kind.ok_or_else(|| Malformed(format!("newarray of the type {code}")))?)
            }
            189 => NewReferenceArray(self.reader.u16()?),
            190 => ArrayLength,
            191 => Throw,
            192 => CheckCast(self.reader.u16()?),
            193 => InstanceOf(self.reader.u16()?),
            194 => MonitorEnter,
            195 => MonitorExit,
            196 => self.wide()?,
            197 => {
                let index = self.reader.u16()?;
                let dimensions = self.reader.u8()?;
                if dimensions == 0 {
                    return Err(Malformed::new("multianewarray of no dimension"));
                }
                NewMultiArray(index, dimensions)
            }
            198 | 199 => IfNull(opcode == 198, self.jump(byte)?),
            200 | 201 => {
                let offset = self.reader.i32()?;
                let target = jump_target(byte, offset)?;
                if opcode == 200 {
                    Goto(target)
                } else {
                    JumpSubroutine(target)
                }
            }
            _ => return Err(Malformed(format!("no instruction has the code {opcode}"))),
        })
    }

    fn constant(&self, index: u16) -> Result<Instr, Malformed> {
        Ok(match self.pool.get(index)? {
            Constant::Integer(value) => Instr::Int(*value),
            Constant::Float(bits) => Instr::Float(*bits),
            Constant::Long(value) => Instr::Long(*value),
            Constant::Double(bits) => Instr::Double(*bits),
            Constant::String(_)
            | Constant::Class(_)
            | Constant::MethodHandle(..)
            | Constant::MethodType(_)
            | Constant::Dynamic(..) => Instr::Constant(index),
            _ => return Err(Malformed(format!("constant {index} cannot be pushed"))),
        })
    }

    fn jump(&mut self, byte: usize) -> Result<u32, Malformed> {
        let offset = self.reader.i16()?;
        jump_target(byte, i32::from(offset))
    }

    fn wide(&mut self) -> Result<Instr, Malformed> {
        let opcode = self.reader.u8()?;
        let local = self.reader.u16()?;
        Ok(match opcode {
            21 | 23 | 25 => Instr::Load(local),
            22 | 24 => Instr::LoadWide(local),
            54 | 56 | 58 => Instr::Store(local),
            55 | 57 => Instr::StoreWide(local),
            132 => Instr::Increment(local, self.reader.i16()?),
            169 => Instr::ReturnSubroutine(local),
            _ => {
                return Err(Malformed(format!(
                    "no wide instruction has the code {opcode}"
                )));
            }
        })
    }

    fn switch(&mut self, byte: usize, is_table: bool) -> Result<Instr, Malformed> {
        while !self.reader.position().is_multiple_of(4) {
            self.reader.u8()?;
        }
        let mut switch = Switch {
            default: jump_target(byte, self.reader.i32()?)?,
            ..Switch::default()
        };
        if is_table {
            let (low, high) = (self.reader.i32()?, self.reader.i32()?);
            let count = i64::from(high) - i64::from(low) + 1;
            if !(0..=16_384).contains(&count) {
                return Err(Malformed(format!("a switch has {count} cases")));
            }
            for key in low..=high {
                let target = jump_target(byte, self.reader.i32()?)?;
                switch.cases.push((key, target, 0));
            }
        } else {
            let count = self.reader.i32()?;
            if !(0..=8_192).contains(&count) {
                return Err(Malformed(format!("a switch has {count} cases")));
            }
            for _ in 0..count {
                let key = self.reader.i32()?;
                if switch.cases.last().is_some_and(|last| last.0 >= key) {
                    return Err(Malformed::new("the keys of a switch are not ascending"));
                }
                let target = jump_target(byte, self.reader.i32()?)?;
                switch.cases.push((key, target, 0));
            }
        }
        self.switches.push(switch);
        Ok(Instr::Switch(self.switches.len() as u32 - 1))
    }
}

fn jump_target(byte: usize, offset: i32) -> Result<u32, Malformed> {
    u32::try_from(byte as i64 + i64::from(offset))
        .map_err(|_| Malformed::new("a jump goes before the code"))
}

fn array_kind(index: u8) -> Kind {
    [
        Kind::Int,
        Kind::Long,
        Kind::Float,
        Kind::Double,
        Kind::Reference,
        Kind::Byte,
        Kind::Char,
        Kind::Short,
    ][usize::from(index)]
}

fn comparison(index: u8) -> Comparison {
    [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::GreaterOrEqual,
        Comparison::Greater,
        Comparison::LessOrEqual,
    ][usize::from(index)]
}

fn conversion(index: u8) -> Conversion {
    use Conversion::*;
    [
        IntToLong,
        IntToFloat,
        IntToDouble,
        LongToInt,
        LongToFloat,
        LongToDouble,
        FloatToInt,
        FloatToLong,
        FloatToDouble,
        DoubleToInt,
        DoubleToLong,
        DoubleToFloat,
        IntToByte,
        IntToChar,
        IntToShort,
    ][usize::from(index)]
}
