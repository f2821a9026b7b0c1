import { changedRows, missingRows, readReferenceRows } from '../../schema/reference-rows.ts'
import { CannotTell, check, type Finding } from '../check.ts'
import { jobsOf, readJobs, readObjects, type Objects } from '../objects.ts'
import { wantedDatabase } from '../wanted.ts'
import { migrations } from './database.ts'

const SHOWN = 100

/** The differences between two catalogues, each with the SQL statement that corrects it. */
export function differences(wanted: Objects, found: Objects): Finding[] {
  const missing = [...wanted].flatMap(([name, { definition, make }]) => {
    const other = found.get(name)
    if (other?.definition === definition || isPart(name, found, wanted, false)) return []
    return [{ problem: `${other ? 'changed' : 'missing'}: ${name}`, advice: make }]
  })
  const added = [...found]
    .filter(
      ([name, { remove }]) => remove && !wanted.has(name) && !isPart(name, wanted, found, true),
    )
    .map(([name, { remove }]) => ({ problem: `not of the repository: ${name}`, advice: remove }))
  return [...missing, ...added]
}

/**
 * True for a part of an object that one side lacks completely, because that object is already a finding. Grants on
 * a function, a view or a column that has to be created again are findings of their own.
 */
function isPart(name: string, lacking: Objects, other: Objects, isAdded: boolean): boolean {
  const [, part] =
    /^(?:(?:type|not null|default|storage|statistics) of|right to \w+) (\S+)/.exec(name) ?? []
  const [, relation = part] = /(?:^column| of| on) (\w+\.\w+)/.exec(name) ?? []
  const wholes = [`table ${relation}`]
  if (isAdded || !/^(?:right to|not null of|default of)/.test(name)) {
    wholes.push(`column ${part}`, `view ${relation}`, `sequence ${relation}`)
    wholes.push(name.replace(/ is on$/, ''))
    wholes.push(name.replace(/^(?:owner of|right to call) (?:function )?(.*?\)).*$/, 'function $1'))
  }
  return wholes.some((whole) => whole !== name && other.has(whole) && !lacking.has(whole))
}

type Rows = Awaited<ReturnType<typeof readReferenceRows>>

/** Findings about required rows. Of a setting, only the value may differ, because staff can change it. */
function rowFindings(wanted: Rows, found: Rows): Finding[] {
  const kept: Rows = new Map(
    [...wanted].map(([id, { table, key, row }]) => {
      const value = table === 'private.settings' ? valueOf(found.get(id)?.row ?? row) : {}
      return [id, { table, key, row: { ...row, ...value } }]
    }),
  )
  return [...kept].flatMap(([id, entry]) => {
    const one: Rows = new Map([[id, entry]])
    const [made] = [...missingRows(found, one), ...changedRows(found, one)]
    const problem = `${found.has(id) ? 'changed' : 'missing'}: row ${id}`
    return made ? [{ problem, advice: made.replaceAll(/\s+/g, ' ').trim() }] : []
  })
}

const valueOf = (row: object) => ('value' in row ? { value: row.value } : {})

/** Compares the whole database with the migrations of this checkout, so that manual changes are found. */
export const catalogue = check('catalogue', ['databaseUrl'], async (deployment) => {
  if ((await migrations.run(deployment)).length > 0) {
    throw new CannotTell('migrations have to be applied first')
  }
  const { databaseUrl } = deployment
  const wanted = await wantedDatabase()
  const jobs = await readJobs(databaseUrl)
  const clocks = wanted.objects.get('function private.schedule_clocks()')?.definition ?? ''
  const findings = [
    ...differences(wanted.objects, await readObjects(databaseUrl)),
    ...(jobs ? differences(jobsOf(clocks), jobs) : []),
    ...rowFindings(wanted.rows, await readReferenceRows(databaseUrl)),
  ]
  const rest = findings.length - SHOWN
  if (rest <= 0) return findings
  const advice = 'Mend these first, then run the doctor again.'
  return [...findings.slice(0, SHOWN), { problem: `and ${rest} more differences`, advice }]
})
