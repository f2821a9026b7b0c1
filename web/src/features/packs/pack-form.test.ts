import { expect, test } from 'vitest'
import { changedFrom } from '@/lib/changed.ts'
import { inputOf, packOf, packSchema } from './pack-form.ts'
import { choiceFault, NO_CHOICE, wrongFields } from './typed-choices.ts'

const input = { ...inputOf(null, 'en'), title: 'A thread', price: '1,249.50' }

test('packOf converts the typed price to minor units of the currency', () => {
  expect(packOf(input, 'en').price_minor).toBe(124_950)
  expect(packOf({ ...input, price: '0.000001', currency: 'USDC' }, 'en').price_minor).toBe(1)
})

test.each(['', '0', '-3', '1.234', 'ten'])(
  'the text "%s" is refused as a price in dollars',
  (price) => {
    const result = packSchema('en').safeParse({ ...input, price })
    expect(result.error?.issues[0]?.path).toEqual(['price'])
  },
)

test.each(['3', '99999999'])(
  'a price of %s dollars is refused with a message that states the bounds',
  (price) => {
    const [issue] = packSchema('en').safeParse({ ...input, price }).error?.issues ?? []
    expect(issue?.path).toEqual(['price'])
    expect(issue?.message).toContain('price_bounds')
  },
)

test.each([
  ['title', 'ab'],
  ['deliveryDays', 0],
  ['deliveryDays', 91],
  ['revisions', -1],
  ['revisions', 11],
  ['stayUpDays', 0],
  ['stayUpDays', 3651],
  ['tiers', [{ ...NO_CHOICE, name: 'Long', price: '2000', days: '91', revisions: '2' }]],
  ['tiers', [{ ...NO_CHOICE, price: '2000', days: '9', revisions: '2' }]],
  ['extras', [{ ...NO_CHOICE, name: 'Rush', price: '0' }]],
  ['extras', [{ ...NO_CHOICE, name: 'Rush', price: '5', days: '-90' }]],
  ['deliverables', 'x'.repeat(201)],
  ['deliverables', 'One post\n'.repeat(21)],
])('the form of a pack refuses the field %s with the value %j', (field, value) => {
  expect(packSchema('en').safeParse({ ...input, [field]: value }).success).toBe(false)
})

test('packOf makes a deliverable of each line, and null of an empty number of days to stay up', () => {
  const pack = packOf({ ...input, deliverables: ' One thread \n\n8 posts', stayUpDays: '' }, 'en')
  expect(pack.deliverables).toEqual(['One thread', '8 posts'])
  expect(pack.stay_up_days).toBeNull()
})

test('typed tiers and extras are converted to a pack, and back to the fields of the form', () => {
  const long = { name: ' Long', description: ' ', price: '2,000', days: '9', revisions: '0' }
  const choices = { tiers: [long], extras: [{ ...NO_CHOICE, name: 'Rush', price: '5.5' }] }
  const pack = packOf({ ...input, ...choices }, 'en')
  expect(pack).toMatchObject({
    tiers: [{ name: 'Long', price_minor: 200_000, delivery_days: 9, revisions: 0 }],
    extras: [{ name: 'Rush', price_minor: 550, days: 0 }],
  })
  expect(inputOf({ ...pack } as never, 'en')).toMatchObject({
    tiers: [{ ...long, name: 'Long', description: '', price: '2000.00' }],
    extras: [{ ...NO_CHOICE, name: 'Rush', price: '5.50', days: '0' }],
  })
})

test('wrongFields returns the names of the missing and wrong fields of a tier or an extra', () => {
  const tier = { ...NO_CHOICE, name: 'Long', price: '2,000', days: '91', revisions: '' }
  expect(wrongFields('tiers', tier, 'USD', 'en')).toEqual(['days', 'revisions'])
  expect(wrongFields('extras', NO_CHOICE, 'USD', 'en')).toEqual(['name', 'price'])
  expect(wrongFields('tiers', { ...tier, days: '9', revisions: '2' }, 'USD', 'en')).toEqual([])
})

const tier = (name: string, price: string, days = '9') => ({
  ...NO_CHOICE,
  name,
  price,
  days,
  revisions: '1',
})
const extra = (name: string, days: string) => ({ ...NO_CHOICE, name, price: '50', days })

test.each([
  ['a tier that costs as much as the pack', 'tier_not_dearer', [tier('Long', '1,249.50')], []],
  ['a second tier that is cheaper', 'tier_not_dearer', [tier('A', '2000'), tier('B', '1,500')], []],
  ['two tiers of one name', 'name_repeated', [tier('Long', '1500'), tier(' LONG', '2000')], []],
  [
    'an extra with the name of a tier',
    'name_repeated',
    [tier('Rush', '1500')],
    [extra('rush', '0')],
  ],
  ['two extras of one name', 'name_repeated', [], [extra('Rush', '1'), extra('Rush', '2')]],
  [
    'extras that leave no day of seven',
    'days_out_of_range',
    [],
    [extra('A', '-4'), extra('B', '-3')],
  ],
  [
    'an extra that leaves no day of a tier',
    'days_out_of_range',
    [tier('A', '2000', '2')],
    [extra('B', '-2')],
  ],
  [
    'extras that take more than 90 days',
    'days_out_of_range',
    [],
    [extra('A', '80'), extra('B', '4')],
  ],
])('%s is reported as an error of the last tier or extra', (_, message, tiers, extras) => {
  const [issue] = packSchema('en').safeParse({ ...input, tiers, extras }).error?.issues ?? []
  const kind = extras.length > 0 ? 'extras' : 'tiers'
  expect(issue).toMatchObject({ path: [kind] })
  expect(issue?.message).toContain(`packs:choice.${message}`)
  const field = { tier_not_dearer: 'price', name_repeated: 'name' }[message] ?? 'days'
  expect(choiceFault(kind, { ...input, tiers, extras }, 'en')?.fields.at(-1)).toEqual([field])
})

test('tiers that get dearer and extras that leave a day are accepted', () => {
  const tiers = [tier('A', '1,249.51'), tier('B', '2000')]
  const extras = [extra('C', '-4'), extra('D', '-2'), extra('E', '81')]
  expect(packSchema('en').safeParse({ ...input, tiers, extras }).success).toBe(true)
})

test('the form of a pack accepts a valid pack', () => {
  expect(packSchema('en').safeParse(input).success).toBe(true)
})

test('only changed columns of a pack are sent, so that changes by another device are kept', () => {
  const start = packOf(input, 'en')
  const written = packOf({ ...input, price: '1300', extras: [] }, 'en')
  expect(changedFrom(start, written)).toEqual({ price_minor: 130_000 })
})
