// Draws small pictures as PNG: a person, or a work. The same number always gives the same picture.
import { crc32, deflateSync } from 'node:zlib'

type Color = readonly [number, number, number]
/** The signed distance of a point from the edge of a shape; it is negative inside. */
type Distance = (x: number, y: number) => number

type Pixels = { pixels: Uint8Array; width: number; height: number }

class Canvas {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number

  constructor(width: number, height: number, top: Color, bottom: Color) {
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height * 3)
    const row = width * 3
    for (let y = 0; y < height; y++) {
      this.pixels.set(mix(top, bottom, y / height), y * row)
      // Doubles the painted part of the row until the row is full.
      for (let done = 3; done < row; done *= 2)
        this.pixels.copyWithin(y * row + done, y * row, y * row + Math.min(done, row - done))
    }
  }

  /** Paints a shape. Coordinates are fractions of the width, so that a drawing works in every size. */
  paint(
    color: Color,
    [left, top, right, bottom]: readonly number[],
    distance: Distance,
    opacity = 1,
  ) {
    const at = (part: number | undefined, most: number) =>
      Math.min(most, Math.max(0, Math.round((part ?? 0) * this.width)))
    for (let y = at(top, this.height); y < at(bottom, this.height); y++)
      for (let x = at(left, this.width); x < at(right, this.width); x++) {
        const inside = 0.5 - distance(x / this.width, y / this.width) * this.width
        const share = Math.min(1, Math.max(0, inside)) * opacity
        if (share === 0) continue
        const place = (y * this.width + x) * 3
        for (let part = 0; part < 3; part++) {
          const was = this.pixels[place + part] ?? 0
          this.pixels[place + part] = was + ((color[part] ?? 0) - was) * share
        }
      }
  }

  ellipse(color: Color, x: number, y: number, rx: number, ry = rx, opacity = 1) {
    const distance: Distance = (px, py) =>
      (Math.hypot((px - x) / rx, (py - y) / ry) - 1) * Math.min(rx, ry)
    this.paint(
      color,
      [x - rx - 0.01, y - ry - 0.01, x + rx + 0.01, y + ry + 0.01],
      distance,
      opacity,
    )
  }

  box(color: Color, x: number, y: number, w: number, h: number, round = 0.015, opacity = 1) {
    const distance: Distance = (px, py) => {
      const dx = Math.abs(px - x - w / 2) - w / 2 + round
      const dy = Math.abs(py - y - h / 2) - h / 2 + round
      return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - round
    }
    this.paint(color, [x - 0.01, y - 0.01, x + w + 0.01, y + h + 0.01], distance, opacity)
  }
}

/** Encodes pixels (bytes for red, green and blue) as a PNG without row filters. */
export function pngOf({ width, height, pixels }: Pixels): Buffer {
  const rows = Buffer.alloc(height * (width * 3 + 1))
  for (let y = 0; y < height; y++) {
    const row = pixels.subarray(y * width * 3, (y + 1) * width * 3)
    rows.set(row, y * (width * 3 + 1) + 1)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 4 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const mix = (one: Color, other: Color, share: number): Color => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
]

/** Converts a colour from HSL: the hue in degrees, the other values from 0 to 1. */
function hsl(hue: number, saturation: number, lightness: number): Color {
  const part = (place: number) => {
    const k = (place + hue / 30) % 12
    const range = saturation * Math.min(lightness, 1 - lightness)
    return 255 * (lightness - range * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [part(0), part(8), part(4)]
}

/** A generator of pseudorandom numbers from 0 to 1 with a seed. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const SKIN: Color[] = [
  [255, 220, 186],
  [241, 194, 150],
  [214, 158, 110],
  [166, 110, 72],
  [112, 72, 48],
]
const HAIR: Color[] = [
  [38, 30, 28],
  [84, 56, 38],
  [150, 96, 52],
  [206, 168, 104],
  [122, 120, 126],
]

const pick = <Item>(list: readonly Item[], roll: number): Item =>
  list[Math.floor(roll * list.length)] as Item

function portrait(roll: () => number): Canvas {
  const hue = roll() * 360
  const canvas = new Canvas(256, 256, hsl(hue, 0.5, 0.8), hsl(hue + 40, 0.5, 0.62))
  const skin = pick(SKIN, roll())
  const hair = pick(HAIR, roll())
  const shirt = hsl(roll() * 360, 0.45, 0.42)
  const isLong = roll() < 0.5
  if (isLong) canvas.box(hair, 0.27, 0.26, 0.46, 0.52, 0.18)
  canvas.ellipse(shirt, 0.5, 1.04, 0.4, 0.3)
  canvas.box(mix(skin, [0, 0, 0], 0.12), 0.43, 0.58, 0.14, 0.2, 0.06)
  canvas.ellipse(hair, 0.5, 0.4, 0.21, 0.22)
  canvas.ellipse(skin, 0.5, 0.46, 0.175, 0.21)
  canvas.ellipse(hair, 0.5 + (roll() - 0.5) * 0.1, 0.285, 0.18, 0.075)
  for (const side of [-1, 1]) {
    canvas.ellipse([44, 36, 36], 0.5 + side * 0.07, 0.46, 0.016, 0.02)
    canvas.ellipse([220, 110, 100], 0.5 + side * 0.11, 0.535, 0.03, 0.02, 0.35)
  }
  canvas.ellipse([150, 70, 66], 0.5, 0.575, 0.045, 0.018)
  canvas.ellipse(skin, 0.5, 0.565, 0.05, 0.014)
  if (roll() < 0.3)
    for (const side of [-1, 1])
      canvas.box([50, 46, 52], 0.5 + side * 0.075 - 0.05, 0.425, 0.1, 0.07, 0.03, 0.35)
  return canvas
}

const WHITE: Color = [255, 255, 255]

function chart(canvas: Canvas, accent: Color, roll: () => number) {
  canvas.box(WHITE, 0.08, 0.09, 0.84, 0.57, 0.03, 0.94)
  canvas.box(accent, 0.13, 0.14, 0.3, 0.035)
  for (let bar = 0; bar < 8; bar++) {
    const height = 0.08 + roll() * 0.26 + bar * 0.01
    canvas.box(
      mix(accent, WHITE, bar % 2 ? 0.45 : 0),
      0.13 + bar * 0.095,
      0.61 - height,
      0.06,
      height,
    )
  }
}

function film(canvas: Canvas, accent: Color, roll: () => number) {
  canvas.ellipse(accent, 0.2 + roll() * 0.6, 0.2 + roll() * 0.15, 0.1)
  for (const [shade, base] of [
    [0.25, 0.5],
    [0.5, 0.6],
  ] as const) {
    const shift = roll() * 6
    const ridge: Distance = (x, y) =>
      base + Math.sin(x * 9 + shift) * 0.06 + Math.sin(x * 23) * 0.015 - y
    canvas.paint(mix(accent, [16, 18, 34], 0.4 + shade), [0, 0.3, 1, 0.75], ridge)
  }
  canvas.ellipse(WHITE, 0.5, 0.375, 0.085, 0.085, 0.92)
  const triangle: Distance = (x, y) =>
    Math.max(0.47 - x, (x - 0.47) * 0.5 + Math.abs(y - 0.375) - 0.042)
  canvas.paint([30, 32, 44], [0.44, 0.3, 0.58, 0.45], triangle)
}

function thread(canvas: Canvas, accent: Color, roll: () => number) {
  for (let post = 0; post < 3; post++) {
    const top = 0.07 + post * 0.22
    canvas.box(WHITE, 0.12 + post * 0.03, top, 0.76, 0.18, 0.025, 0.95)
    canvas.ellipse(mix(accent, WHITE, post * 0.25), 0.2 + post * 0.03, top + 0.06, 0.035)
    for (let line = 0; line < 3; line++)
      canvas.box(
        [198, 203, 214],
        0.27 + post * 0.03,
        top + 0.035 + line * 0.042,
        0.2 + roll() * 0.34,
        0.02,
      )
  }
}

function drawSpots(canvas: Canvas, accent: Color, roll: () => number) {
  for (let spot = 0; spot < 7; spot++)
    canvas.ellipse(
      mix(accent, WHITE, roll() * 0.6),
      roll(),
      roll() * 0.5,
      0.03 + roll() * 0.12,
      undefined,
      0.35,
    )
  for (let person = 0; person < 5; person++) {
    const x = 0.14 + person * 0.18
    const color = mix([24, 26, 44], accent, roll() * 0.5)
    canvas.ellipse(color, x, 0.5, 0.05)
    canvas.ellipse(color, x, 0.72, 0.1, 0.17)
  }
}

function work(roll: () => number): Canvas {
  const hue = roll() * 360
  const canvas = new Canvas(480, 360, hsl(hue, 0.5, 0.72), hsl(hue + 50, 0.55, 0.46))
  pick([chart, film, thread, drawSpots], roll())(
    canvas,
    hsl(hue + 170 + roll() * 40, 0.62, 0.5),
    roll,
  )
  return canvas
}

export function pictureOf(kind: 'portrait' | 'work', seed: number): Buffer {
  const roll = dice(seed)
  for (let warm = 0; warm < 5; warm++) roll()
  return pngOf(kind === 'portrait' ? portrait(roll) : work(roll))
}
