const SUBJECT_MOST = 72
/** Areas whose commits need no body, because the subject is enough. */
const WITHOUT_BODY = /^(?:docs|tests|generated): /

/** Beginnings that name neither a thing nor an act. */
export const VAGUE_BEGINNING = /^(?:Of|What|Whoever|The same|By|So that)\b/i

/** The faults of a commit message; empty for a valid one. */
export function problemsOf(message: string): string[] {
  const [subject = '', gap = '', ...body] = message.trimEnd().split('\n')
  const problems: string[] = []
  if (!/^[a-z][a-z0-9 -]*: \S/.test(subject)) problems.push('the subject is no "area: what"')
  if (VAGUE_BEGINNING.test(subject.replace(/^[^:]*: /, '')))
    problems.push('the subject begins with a word that names nothing')
  if (subject.length > SUBJECT_MOST) problems.push(`the subject exceeds ${SUBJECT_MOST} characters`)
  if (gap !== '') problems.push('the second line is not empty')
  if (body.join('').trim() === '' && !WITHOUT_BODY.test(subject)) problems.push('no body says why')
  return problems
}
