import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../project.ts'

/** A link such as [`name`](path#L12) to the line of a file that defines the name. */
const LINK = /\[`([^`\]]+)`\]\(((?!https?:)[^)#]+)#L(\d+)\)/g

/** The documents that have links with line numbers. */
export function linkedDocuments(): string[] {
  return ['ARCHITECTURE.md', 'CONTRIBUTING.md'].filter((file) =>
    existsSync(join(projectRoot, file)),
  )
}

/** Updates the line numbers of links to definitions, and lists links whose name is not defined. */
export function withCurrentLines(text: string): { text: string; missing: string[] } {
  const missing: string[] = []
  const current = text.replaceAll(LINK, (link, name: string, path: string) => {
    const line = lineOf(name, path)
    if (line === 0) missing.push(`${path} does not define ${name}`)
    return line === 0 ? link : `[\`${name}\`](${path}#L${line})`
  })
  return { text: current, missing }
}

function lineOf(name: string, path: string): number {
  const file = join(projectRoot, path)
  if (!existsSync(file)) return 0
  const lines = readFileSync(file, 'utf8').split('\n')
  const word = name.replace(/\(\)$/, '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const defined = new RegExp(
    `(function|table|view|trigger|policy|const|class|type|constraint|procedure)\\s+(\\w+\\.)?${word}\\b`,
  )
  const place = lines.findIndex((line) => defined.test(line))
  // If no line defines the name, the first line that uses it is taken, except an import.
  const used = (line: string) =>
    !line.startsWith('import ') && new RegExp(`\\b${word}\\b`).test(line)
  return 1 + (place >= 0 ? place : lines.findIndex(used))
}
