import { expect, test } from 'vitest'
import { movedItem, withWork, workOfPack } from './works.ts'

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 2, 'acb'],
  [0, -1, 'abc'],
  [2, 9, 'abc'],
  [1, 1, 'abc'],
  [-1, 1, 'abc'],
])('moving the item at index %i of the list abc to index %i gives %s', (from, to, order) => {
  expect(movedItem(['a', 'b', 'c'], from, to).join('')).toBe(order)
})

test('an edited work replaces its earlier version, or is added at the end if that was removed', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((image) => ({ title: image, image, thumbnail: image }))
  const pictures = (list: object[]) => list.map((each) => (each as typeof a)?.image).join('')
  expect(pictures(withWork([a!, b!], c!, 'a'))).toBe('cb')
  expect(pictures(withWork([b!], c!, 'a'))).toBe('bc')
  expect(pictures(withWork([b!, c!], c!))).toBe('bc')
})

const works = [
  { title: 'A thread', image: 'a', thumbnail: 'a', platform: 'x' },
  { title: 'A video', image: 'b', thumbnail: 'b', platform: 'youtube' },
] as const
test.each([
  ['the chosen work', 'b', 'x', 'A video'],
  ['a work on its platform if none is chosen', null, 'x', 'A thread'],
  ['a work on its platform if the chosen one was removed', 'gone', 'youtube', 'A video'],
  ['nothing if no work is chosen and it has no platform', null, null, undefined],
])('the picture of a pack shows %s', (_, picture, platform, title) => {
  expect(workOfPack({ picture, platform }, works)?.title).toBe(title)
})
