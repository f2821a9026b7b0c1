// Writes supabase/schemas/01_base/03_confusables_generated.sql: the characters that look like Latin letters and
// digits, from the Unicode Consortium's confusables.txt as the npm package `unhomoglyph` (MIT)
// ships it, and the marks of all scripts. The package is only read here, so it is no dependency of the product.
// Usage: npm run gen:confusables
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extract } from 'tar'
import { projectRoot } from '../../project.ts'

const PACKAGE = 'unhomoglyph@1.0.6'
/** The small capitals from A to Z; X has none. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ'
/** Letters with a hook, a stroke or a tail that Unicode neither decomposes nor calls similar. */
const VARIANTS: Record<string, string> = {
  a: 'Ⱥⱥᶏ',
  b: 'ƀƁƃɃɓᶀ',
  c: 'ƇƈȻȼꞒꞓꞔꟄ',
  d: 'Ɗȡɖɗᶁᶑ',
  e: 'ƐɆɇɛᶒⱸ',
  f: 'ƑƒᶂꞘꞙ',
  g: 'ƓǤǥɠᶃꞠꞡ',
  h: 'ĦħɦɧⱧⱨⱵⱶꞪꞕ',
  i: 'Ɨɨᶖ',
  j: 'ȷɈɉʝɟ',
  k: 'ƘƙᶄⱩⱪꝀꝁꝂꝃꝄꝅꞢꞣ',
  l: 'ŁłȴɫɬɭɮᶅⱠⱡⱢꝈꝉꞭ',
  m: 'ɱᶆⱮ',
  n: 'ŊŋƝƞȠȵɲɳᶇꞐꞑꞤꞥ',
  o: 'ØøƟɵⱺꝊꝋ',
  p: 'ƤƥᵱᵽᶈⱣꝐꝑꝒꝓꝔꝕ',
  q: 'Ɋɋʠꝗꝙ',
  r: 'ɌɍɼɽɾⱤꞦꞧᶉ',
  s: 'ȿʂᶊⱾꞨꞩꟅ',
  t: 'ŦŧƫƬƭƮȶȾʈⱦ',
  u: 'ɄʉᵾᶙꞸꞹ',
  v: 'Ʋʋᶌⱱⱴ',
  w: 'Ⱳⱳ',
  x: 'ᶍ',
  y: 'ƳƴɎɏỾỿ',
  z: 'ƵƶȤȥɀʐʑᶎⱫⱬⱿ',
}
const file = join(projectRoot, 'supabase', 'schemas', '01_base/03_confusables_generated.sql')

const written = render(latinLookAlikes(await readConfusables()))
writeFileSync(file, written)
console.log(`Wrote ${file}`)

async function readConfusables(): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'kolpact-confusables-'))
  try {
    const name = execFileSync('npm', ['pack', '--silent', PACKAGE], {
      cwd: folder,
      encoding: 'utf8',
    })
    await extract({ cwd: folder, file: join(folder, name.trim()) })
    const data = readFileSync(join(folder, 'package', 'data.json'), 'utf8')
    return new Map(Object.entries(JSON.parse(data) as Record<string, string>))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Decomposes a text and drops its marks, as the database does before it looks a name up. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
}

function latinLookAlikes(confusables: Map<string, string>): Map<string, string> {
  const found = new Map<string, string>()
  const add = (source: string, target: string) => {
    const skeleton = plain(target)
    const isNew = source > '\u007F' && plain(source) === source && !found.has(source)
    if (isNew && /^[A-Za-z0-9]+$/.test(skeleton)) found.set(source, skeleton.toLowerCase())
  }
  for (const [source, target] of confusables) add(source, target)
  // Some targets are themselves only similar: ĸ for к.
  for (const [source, target] of confusables) {
    add(source, [...plain(target)].map((each) => found.get(each) ?? each).join(''))
  }
  // A small letter counts as what its capital looks like: т counts as T, though т does not look like t.
  for (const capital of found.keys()) {
    const small = capital.toLowerCase()
    if (small !== capital) add(small, found.get(capital) ?? '')
  }
  // A capital counts as what its small letter looks like: Ƙ counts as ƙ.
  for (const small of found.keys()) {
    const capital = small.toUpperCase()
    if (capital !== small && [...capital].length === 1) add(capital, found.get(small) ?? '')
  }
  // Targets of letters found so far: ĸ is the target of к.
  for (const [source, target] of confusables) {
    if ([...plain(target)].length === 1) add(plain(target), found.get(source) ?? '')
  }
  // Small capitals, which Unicode takes for letters of their own.
  for (const [place, letter] of [...SMALL_CAPITALS].entries())
    add(letter, String.fromCodePoint(0x61 + place))
  // Latin letters with a hook, a stroke or a tail, which have no decomposition.
  for (const [base, variants] of Object.entries(VARIANTS))
    for (const letter of variants) add(letter, base)
  // A digit that resembles no Latin letter counts as its value, so that a digit never vanishes from a name.
  for (const digit of decimalDigits()) add(digit.character, String(digit.value))
  // Letters in a filled circle or square and flag letters, which have no decomposition.
  for (const first of [0x1f150, 0x1f170, 0x1f1e6]) {
    for (let place = 0; place < 26; place += 1)
      add(String.fromCodePoint(first + place), String.fromCodePoint(0x61 + place))
  }
  return found
}

/** The digits of all scripts. Each script has ten in a row, the first of which is zero. */
function decimalDigits(): { character: string; value: number }[] {
  const digits: { character: string; value: number }[] = []
  let place = 0
  let before = 0
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code)
    if (!/^\p{Nd}$/u.test(character)) continue
    place = code === before + 1 ? place + 1 : 0
    before = code
    digits.push({ character, value: place % 10 })
  }
  return digits
}

/** Runs of marks, also over code points that Unicode has not assigned yet, for a bracket expression of SQL. */
function markRanges(): string {
  const all = Array.from({ length: 0xe0000 }, (_, code) => String.fromCodePoint(code)).join('')
  const escaped = (character = '') =>
    `\\U${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0')}`
  const runs = all.matchAll(/\p{M}(?:[\p{M}\p{Cn}]*\p{M})?/gu)
  return Array.from(runs, ([run]) => `${escaped(run)}-${escaped([...run].at(-1))}`).join('')
}

function render(lookAlikes: Map<string, string>): string {
  const sources = new Map<string, number[]>()
  for (const [source, skeleton] of lookAlikes) {
    sources.set(skeleton, [...(sources.get(skeleton) ?? []), source.codePointAt(0) ?? 0])
  }
  const lines = [...sources]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([skeleton, codes]) => `  ('${skeleton}', '{${codes.toSorted((a, b) => a - b).join(',')}}')`,
    )
  return `-- Generated by scripts/confusables.ts from ${PACKAGE}; do not edit.
-- Characters that look like a Latin letter, a digit or a few of them, once they are decomposed
-- (NFKD) and without marks. Code points, because the characters themselves mislead the eye.
create table private.confusables (
  source text primary key,
  skeleton text not null
);
comment on table private.confusables is 'Characters that look like Latin letters or digits, after Unicode''s confusables.txt.';
alter table private.confusables enable row level security;

insert into private.confusables (source, skeleton)
select chr(code), of_skeleton.skeleton
from (values
${lines.join(',\n')}
) as of_skeleton (skeleton, codes), unnest(of_skeleton.codes::int[]) as code;

create function private.marks_of_scripts() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '${markRanges()}'
$$;
comment on function private.marks_of_scripts is 'The marks of all scripts, for a regular expression that finds piles of marks.';
-- shows_all_characters calls it in constraints on texts that members write.
grant execute on function private.marks_of_scripts to authenticated, service_role;
`
}
