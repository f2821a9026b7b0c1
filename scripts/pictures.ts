import './tools/pictures/pictures.ts'
