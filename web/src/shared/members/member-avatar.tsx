import { Avatar, type AvatarProps } from '@mantine/core'
import { loadingAttributes } from '@/domain/members/images.ts'

const HUES = ['jade', 'blue', 'orange', 'grape', 'pink', 'indigo', 'violet', 'red'] as const

/** Derives a colour from the name, so that a member has the same colour on every page. */
function hueOf(name: string): (typeof HUES)[number] {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997
  return HUES[sum % HUES.length] ?? 'jade'
}

let segmenter: Intl.Segmenter | undefined

/** Splits a text into visible characters. Creating the segmenter is slow, so ASCII texts are split without it. */
function lettersOf(text: string): string[] {
  if (/^[ -~]*$/.test(text)) return [...text]
  segmenter ??= new Intl.Segmenter()
  return [...segmenter.segment(text)].map((each) => each.segment)
}

/** Two letters, from two words if possible. An emoji of several code points counts as one letter. */
export function initialsOf(name: string): string {
  const [first = '', second] = name.split(/\s+/).filter((word) => word !== '')
  const letters = second
    ? [lettersOf(first)[0], lettersOf(second)[0]]
    : lettersOf(first).slice(0, 2)
  return letters.join('').toUpperCase()
}

interface Props extends Pick<AvatarProps, 'size' | 'radius' | 'className'> {
  name: string
  /** Address of the picture; `imageUrl` makes it from a path in the bucket. */
  image?: string | null
}

/** Text colour with enough contrast, because Mantine's own is too pale in the light scheme. */
function inkOf(hue: string): string {
  const dark = `var(--mantine-color-${hue}-light-color)`
  return `light-dark(color-mix(in srgb, var(--mantine-color-${hue}-9) 78%, black), ${dark})`
}

/** Avatar, hidden from screen readers because the name is next to it. */
export function MemberAvatar({ name, image, size = 40, radius = 1000, className }: Props) {
  const hue = hueOf(name)
  return (
    <Avatar
      src={image || null}
      color={hue}
      styles={{ placeholder: { color: inkOf(hue) } }}
      size={size}
      radius={radius}
      className={className}
      alt=""
      aria-hidden
      imageProps={loadingAttributes(image)}
    >
      {initialsOf(name) || null}
    </Avatar>
  )
}
