import { HIDDEN_CHARACTERS } from './hidden-characters.ts'

const ADDRESS = /^https?:\/\/([\w-]+(\.[\w-]+)*\.?|\[[\da-f:.]+\])(:\d{1,5})?([/?#]\S*)?$/i
const LONGEST = 2000

/** Invisible joiners that emoji may contain. */
const JOINED = /(\p{Extended_Pictographic})(\uFE0F?\u200D(?=\p{Extended_Pictographic})|\uFE0F)/gu
const HIDDEN = new RegExp(String.raw`[${HIDDEN_CHARACTERS}]|\p{M}{8}`, 'u')

/**
 * The rule of private.are_web_addresses: no user name before the host, and a host in ASCII, so that an
 * address leads to the host that it shows.
 */
export const isWebAddress = (text: string) =>
  text.length <= LONGEST &&
  ADDRESS.test(text) &&
  !HIDDEN.test(text.replaceAll(JOINED, '$1')) &&
  URL.canParse(text)
