/** An element of an XML document, without its namespace. */
export type XmlElement = {
  name: string
  text: string
  attributes: Record<string, string>
  children: XmlElement[]
}

const TOKEN =
  /<!\[CDATA\[(?<raw>[\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(?<end>\/?)(?<name>[A-Za-z_][\w.:-]*)(?<attributes>(?:"[^"]*"|'[^']*'|[^"'>])*?)(?<empty>\/?)>|(?<text>[^<]+)/gy
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const local = (name: string) => name.slice(name.indexOf(':') + 1)
const decoded = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name as string] ?? whole
    return String.fromCodePoint(hex ? parseInt(hex as string, 16) : Number(decimal))
  })

/** Parses XML of a bank. Refuses invalid XML, and any document type, because it could define entities. */
export function readXml(source: string): XmlElement {
  const root: XmlElement = { name: '', text: '', attributes: {}, children: [] }
  const open = [root]
  let read = 0
  for (const { 0: token, groups = {} } of source.replace(/^\uFEFF/, '').matchAll(TOKEN)) {
    read += token.length
    const parent = open.at(-1)!
    const { raw, end, name, attributes = '', empty, text } = groups
    if (raw !== undefined) parent.text += raw
    else if (text !== undefined) parent.text += decoded(text)
    else if (name !== undefined && end) {
      if (open.pop()!.name !== local(name)) throw new Error(`</${name}> ends nothing.`)
    } else if (name !== undefined) {
      const element: XmlElement = {
        name: local(name),
        text: '',
        attributes: Object.fromEntries(
          Array.from(attributes.matchAll(ATTRIBUTE), ([, key = '', a, b]) => [
            local(key),
            decoded(a ?? b ?? ''),
          ]),
        ),
        children: [],
      }
      parent.children.push(element)
      if (!empty) open.push(element)
    }
  }
  const [document] = root.children
  if (read !== source.replace(/^\uFEFF/, '').length || open.length > 1 || !document)
    throw new Error('This is no XML.')
  return document
}

export const elementsAt = (element: XmlElement | undefined, name: string) =>
  element?.children.filter((child) => child.name === name) ?? []

/** The element at the end of a path of element names. */
export const elementAt = (
  element: XmlElement | undefined,
  ...path: string[]
): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>(
    (place, name) => place?.children.find((child) => child.name === name),
    element,
  )

export const textAt = (element: XmlElement | undefined, ...path: string[]): string | null =>
  elementAt(element, ...path)?.text.trim() || null
