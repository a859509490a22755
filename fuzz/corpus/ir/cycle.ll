; ModuleID = '/src/a.c'
source_filename = "/src/a.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, %struct.node* }

@count = internal global i32 0, align 4, !dbg !0
@.str = private unnamed_addr constant [4 x i8] c"%s\0A\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @length(%struct.node* noundef %list, i8 noundef zeroext %limit) #0 !dbg !15 {
entry:
  %retval = alloca i32, align 4
  %list.addr = alloca %struct.node*, align 8
  %limit.addr = alloca i8, align 1
  %n = alloca i32, align 4
  store %struct.node* %list, %struct.node** %list.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.node** %list.addr, metadata !27, metadata !DIExpression()), !dbg !28
  store i8 %limit, i8* %limit.addr, align 1
  call void @llvm.dbg.declare(metadata i8* %limit.addr, metadata !29, metadata !DIExpression()), !dbg !30
  call void @llvm.dbg.declare(metadata i32* %n, metadata !31, metadata !DIExpression()), !dbg !32
  store i32 0, i32* %n, align 4, !dbg !32
  br label %while.cond, !dbg !33

while.cond:                                       ; preds = %while.body, %entry
  %0 = load %struct.node*, %struct.node** %list.addr, align 8, !dbg !34
  %tobool = icmp ne %struct.node* %0, null, !dbg !34
  br i1 %tobool, label %land.rhs, label %land.end, !dbg !35

land.rhs:                                         ; preds = %while.cond
  %1 = load i32, i32* %n, align 4, !dbg !36
  %2 = load i8, i8* %limit.addr, align 1, !dbg !37
  %conv = zext i8 %2 to i32, !dbg !37
  %cmp = icmp slt i32 %1, %conv, !dbg !38
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %3 = phi i1 [ false, %while.cond ], [ %cmp, %land.rhs ], !dbg !39
  br i1 %3, label %while.body, label %while.eNd, !dbg !33

while.body:                                       ; preds = %land.end
  %4 = load i32, i32* %n, align 4, !dbg !40
  %inc = add nsw i32 %4, 1, !dbg !40
  store i32 %inc, i32* %n, align 4, !dbg !40
  %5 = load %struct.node*, %struct.node** %list.addr, align 8, !dbg !42
  %next = getelementptr inbounds %struct.node, %struct.node* %5, i32 0, i32 1, !dbg !43
  %6 = load %struct.node*, %struct.node** %next, align 8, !dbg !43
  store %struct.node* %6, %struct.node** %list.addr, align 8, !dbg !44
  br label %while.cond, !dbg !33, !llvm.loop !45

while.end:                                        ; preds = %land.end
  %7 = load i32, i32* %n, align 4, !dbg !48
  switch i32 %7, label %sw.default [
    i32 1, label %sw.bb
    i32 2, label %sw.bb2
  ], !dbg !49

sw.bb:                                            ; preds = %while.end
  store i32 10, i32* %retval, align 4, !dbg !50
  br label %return, !dbg !50

sw.bb2:                                           ; preds = %while.end
  %8 = load i32, i32* @count, align 4, !dbg !52
  %inc3 = add nsw i32 %8, 1, !dbg !52
  store i32 %inc3, i32* @count, align 4, !dbg !52
  store i32 %8, i32* %retval, align 4, !dbg !53
  br label %return, !dbg !53

sw.default:                                       ; preds = %while.end
  br label %sw.epilog, !dbg !54

sw.epilog:                                        ; preds = %sw.default
  %9 = load i32, i32* %n, align 4, !dbg !55
  %cmp4 = icmp sgt i32 %9, 3, !dbg !56
  br i1 %cmp4, label %cond.true, label %cond.false, !dbg !55

cond.true:                                        ; preds = %sw.epilog
  %10 = load i32, i32* %n, align 4, !dbg !57
  %sub = sub nsw i32 0, %10, !dbg !58
  br label %cond.end, !dbg !55

cond.false:                                       ; preds = %sw.epilog
  %11 = load i32, i32* %n, align 4, !dbg !59
  br label %cond.end, !dbg !55

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %sub, %cond.true ], [ %11, %cond.false ], !dbg !55
  store i32 %cond, i32* %retval, align 4, !dbg !60
  br label %return, !dbg !60

return:                                           ; preds = %cond.end, %sw.bb2, %sw.bb
  %12 = load i32, i32* %retval, align 4, !dbg !61
  ret i32 %12, !dbg !61
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local double @half(double noundef %x, i8* noundef %s) #0 !dbg !62 {
entry:
  %x.addr = alloca double, align 8
  %s.addr = alloca i8*, align 8
  %b = alloca [8 x i8], align 1
  store double %x, double* %x.addr, align 8
  call void @llvm.dbg.declare(metadata double* %x.addr, metadata !69, metadata !DIExpression()), !dbg !70
  store i8* %s, i8** %s.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %s.addr, metadata !71, metadata !DIExpression()), !dbg !72
  call void @llvm.dbg.declare(metadata [8 x i8]* %b, metadata !73, metadata !DIExpression()), !dbg !77
  %arraydecay = getelementptr inbounds [8 x i8], [8 x i8]* %b, i64 0, i64 0, !dbg !78
  %0 = load i8*, i8** %s.addr, align 8, !dbg !79
  %call = call i8* @strncpy(i8* noundef %arraydecay, i8* noundef %0, i64 noundef 7) #4, !dbg !80
  %1 = load double, double* %x.addr, align 8, !dbg !81
  %cmp = fcmp ogt double %1, 5.000000e-01, !dbg !83
  br i1 %cmp, label %land.lhs.true, label %if.end, !dbg !84

land.lhs.true:                                    ; preds = %entry
  %arrayidx = getelementptr inbounds [8 x i8], [8 x i8]* %b, i64 0, i64 0, !dbg !85
  %2 = load i8, i8* %arrayidx, align 1, !dbg !85
  %conv = sext i8 %2 to i32, !dbg !85
  %cmp1 = icmp eq i32 %conv, 97, !dbg !86
  br i1 %cmp1, label %if.then, label %if.end, !dbg !87

if.then:                                          ; preds = %land.lhs.true
  %arraydecay3 = getelementptr inbounds [8 x i8], [8 x i8]* %b, i64 0, i64 0, !dbg !88
  %call4 = call i32 (i8*, ...) @printf(i8* noundef getelementptr inbounds ([4 x i8], [4 x i8]* @.str, i64 0, i64 0), i8* noundef %arraydecay3), !dbg !89
  br label %if.end, !dbg !89

if.end:                                           ; preds = %if.then, %land.lhs.true, %entry
  %3 = load double, double* %x.addr, align 8, !dbg !90
  %div = fdiv double %3, 2.000000e+00, !dbg !91
  ret double %div, !dbg !92
}

; Function Attrs: nounwind
declare i8* @strncpy(i8* noundef, i8* noundef, i64 noundef) #2

declare i32 @printf(i8* noundef, ...) #3

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @apply(i32 (i32)* noundef %f, i32 noundef %x) #0 !dbg !93 {
entry:
  %f.addr = alloca i32 (i32)*, align 8
  %x.addr = alloca i32, align 4
  store i32 (i32)* %f, i32 (i32)** %f.addr, align 8
  call void @llvm.dbg.declare(metadata i32 (i32)** %f.addr, metadata !99, metadata !DIExpression()), !dbg !100
  store i32 %x, i32* %x.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %x.addr, metadata !101, metadata !DIExpression()), !dbg !102
  %0 = load i32 (i32)*, i32 (i32)** %f.addr, align 8, !dbg !103
  %tobool = icmp ne i32 (i32)* %0, null, !dbg !103
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !103

cond.true:                                        ; preds = %entry
  %1 = load i32 (i32)*, i32 (i32)** %f.addr, align 8, !dbg !104
  %2 = load i32, i32* %x.addr, align 4, !dbg !105
  %call = call i32 %1(i32 noundef %2), !dbg !104
  br label %cond.end, !dbg !103

cond.false:                                       ; preds = %entry
  %3 = load i32, i32* %x.addr, align 4, !dbg !106
  br label %cond.end, !dbg !103

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %call, %cond.true ], [ %3, %cond.false ], !dbg !103
  ret i32 %cond, !dbg !107
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!7, !8, !9, !10, !11, !12, !13}
!llvm.ident = !{!14}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "count", scope: !2, file: !5, line: 5, type: !6, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "/src/a.c", directory: "/work/wt/hostile", checksumkind: CSK_MD5, checksum: "6338ec6904f137f9df56eefe4af648b9")
!4 = !{!0}
!5 = !DIFile(filename: "/src/a.c", directory: "", checksumkind: CSK_MD5, checksum: "6338ec6904f137f9df56eefe4af648b9")
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{i32 7, !"Dwarf Version", i32 5}
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !{i32 1, !"wchar_size", i32 4}
!10 = !{i32 7, !"PIC Level", i32 2}
!11 = !{i32 7, !"PIE Level", i32 2}
!12 = !{i32 7, !"uwtable", i32 1}
!13 = !{i32 7, !"frame-pointer", i32 2}
!14 = !{!"Debian clang version 14.0.6"}
!15 = distinct !DISubprogram(name: "length", scope: !5, file: !5, line: 6, type: !16, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !26)
!16 = !DISubroutineType(types: !17)
!17 = !{!6, !18, !25}
!18 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !19, size: 64)
!19 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !20)
!20 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !5, line: 3, size: 128, elements: !21)
!21 = !{!22, !23}
!22 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !20, file: !5, line: 3, baseType: !6, size: 32)
!23 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !20, file: !5, line: 3, baseType: !24, size: 64, offset: 64)
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!25 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!26 = !{}
!27 = !DILocalVariable(name: "list", arg: 1, scope: !15, file: !5, line: 6, type: !18)
!28 = !DILocation(line: 6, column: 31, scope: !15)
!29 = !DILocalVariable(name: "limit", arg: 2, scope: !15, file: !5, line: 6, type: !25)
!30 = !DILocation(line: 6, column: 51, scope: !15)
!31 = !DILocalVariable(name: "n", scope: !15, file: !5, line: 7, type: !6)
!32 = !DILocation(line: 7, column: 9, scope: !15)
!33 = !DILocation(line: 8, column: 5, scope: !15)
!34 = !DILocation(line: 8, column: 12, scope: !15)
!35 = !DILocation(line: 8, column: 17, scope: !15)
!36 = !DILocation(line: 8, column: 20, scope: !15)
!37 = !DILocation(line: 8, column: 24, scope: !15)
!38 = !DILocation(line: 8, column: 22, scope: !15)
!39 = !DILocation(line: 0, scope: !15)
!40 = !DILocation(line: 8, column: 34, scope: !41)
!41 = distinct !DILexica!DILocation(line: 8, column: 45, scope: !41)
!43 = !DILocation(line: 8, column: 51, scope: !41)
!44 = !DILocation(line: 8, column: 43, scope: !41)
!45 = distinct !{!45, !33, !46, !47}
!46 = !DILocation(line: 8, column: 57, scope: !15)
!47 = !{!"llvm.loop.mustprogress"}
!48 = !DILocation(line: 9, column: 13, scope: !15)
!49 = !DILocation(line: 9, column: 5, scope: !15)
!50 = !DILocation(line: 9, column: 26, scope: !51)
!51 = distinct !DILexicalBlock(scope: !15, file: !5, line: 9, column: 16)
!52 = !DILocation(line: 9, column: 57, scope: !51)
!53 = !DILocation(line: 9, column: 45, scope: !51)
!54 = !DILocation(line: 9, column: 70, scope: !51)
!55 = !DILocation(line: 10, column: 12, scope: !15)
!56 = !DILocation(line: 10, column: 14, scope: !15)
!57 = !DILocation(line: 10, column: 21, scope: !15)
!58 = !DILocation(line: 10, column: 20, scope: !15)
!59 = !DILocation(line: 10, column: 25, scope: !15)
!60 = !DILocation(line: 10, column: 5, scope: !15)
!61 = !DILocation(line: 11, column: 1, scope: !15)
!62 = distinct !DISubprogram(name: "half", scope: !5, file: !5, line: 12, type: !63, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !26)
!63 = !DISubroutineType(types: !64)
!64 = !{!65, !65, !66}
!65 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!66 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !67, size: 64)
!67 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !68)
!68 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!69 = !DILocalVariable(name: "x", arg: 1, scope: !62, file: !5, line: 12, type: !65)
!70 = !DILocation(line: 12, column: 20, scope: !62)
!71 = !DILocalVariable(name: "s", arg: 2, scope: !62, file: !5, line: 12, type: !66)
!72 = !DILocation(line: 12, column: 35, scope: !62)
!73 = !DILocalVariable(name: "b", scope: !62, file: !5, line: 12, type: !74)
!74 = !DICompositeType(tag: DW_TAG_array_type, baseType: !68, size: 64, elements: !75)
!75 = !{!76}
!76 = !DISubrange(count: 8)
!77 = !DILocation(line: 12, column: 45, scope: !62)
!78 = !DILocation(line: 12, column: 59, scope: !62)
!79 = !DILocation(line: 12, column: 62, scope: !62)
!80 = !DILocation(line: 12, column: 51, scope: !62)
!81 = !DILocation(line: 12, column: 73, scope: !82)
!82 = distinct !DILexicalBlock(scope: !62, file: !5, line: 12, column: 73)
!83 = !DILocation(line: 12, column: 75, scope: !82)
!84 = !DILocation(line: 12, column: 82, scope: !82)
!85 = !DILocation(line: 12, column: 85, scope: !82)
!86 = !DILocation(line: 12, comn: 73, scope: !62)
!88 = !DILocation(line: 12, column: 113, scope: !82)
!89 = !DILocation(line: 12, column: 98, scope: !82)
!90 = !DILocation(line: 12, column: 124, scope: !62)
!91 = !DILocation(line: 12, column: 126, scope: !62)
!92 = !DILocation(line: 12, column: 117, scope: !62)
!93 = distinct !DISubprogram(name: "apply", scope: !5, file: !5, line: 13, type: !94, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !26)
!94 = !DISubroutineType(types: !95)
!95 = !{!6, !96, !6}
!96 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !97, size: 64)
!97 = !DISubroutineType(types: !98)
!98 = !{!6, !6}
!99 = !DILocalVariable(name: "f", arg: 1, scope: !93, file: !5, line: 13, type: !96)
!100 = !DILocation(line: 13, column: 17, scope: !93)
!101 = !DILocalVariable(name: "x", arg: 2, scope: !93, file: !5, line: 13, type: !6)
!102 = !DILocation(line: 13, column: 30, scope: !93)
!103 = !DILocation(line: 13, column: 42, scope: !93)
!104 = !DILocation(line: 13, column: 46, scope: !93)
!105 = !DILocation(line: 13, column: 48, scope: !93)
!106 = !DILocation(line: 13, column: 53, scope: !93)
!107 = !DILocation(line: 13, column: 35, scope: !93)
