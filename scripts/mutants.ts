import './tools/mutants/run.ts'
