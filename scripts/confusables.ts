import './tools/schema/confusables.ts'
