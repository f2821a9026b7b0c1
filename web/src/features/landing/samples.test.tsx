import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Samples } from './samples.tsx'

const folder = join(import.meta.dirname, '../../../public')

test('each sample of the landing page has an existing picture with its size, which is loaded lazily', () => {
  const pictures = renderToStaticMarkup(<Samples />).match(/<img [^>]*>/g) ?? []
  expect(pictures).toHaveLength(4)
  for (const picture of pictures) {
    const file = join(folder, /src="([^"]*)"/.exec(picture)?.[1] ?? '')
    expect(existsSync(file), file).toBe(true)
    const head = readFileSync(file)
    const [width, height] = [head.readUInt32BE(16), head.readUInt32BE(20)]
    expect(picture).toContain(`width="${width}" height="${height}" loading="lazy"`)
  }
})
