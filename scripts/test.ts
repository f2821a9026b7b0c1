import './tools/testing/test.ts'
