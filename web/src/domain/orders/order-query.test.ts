import { expect, test } from 'vitest'
import { orderNamedIn, orderNumberIn, searchedTerm } from './order-query.ts'

test.each([
  ['K-7F3Q9', 'K-7F3Q9'],
  ['k-7f3q9', 'K-7F3Q9'],
  ['k7f3q9', 'K-7F3Q9'],
  ['K-7F3Q9AB', 'K-7F3Q9AB'],
  // These characters do not occur in order numbers.
  ['K-7F3Q0', null],
  ['K-7F3QL', null],
  ['K-7F3', null],
  ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', null],
  ['', null],
])('the order number in the address part "%s" is %s', (address, number) => {
  expect(orderNumberIn(address)).toBe(number)
})

test.each([
  ['k7f3q9', 'K-7F3Q9'],
  ['k-areem', 'K-AREEM'],
  ['Kareem', 'Kareem'],
  ['Kaya Sun', 'Kaya Sun'],
])('a search by staff for "%s" is sent as "%s"', (written, term) => {
  expect(searchedTerm(written)).toBe(term)
})

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
test.each([
  [' k-7f3q9 ', 'k-7f3q9'],
  ['https://kolpact.example/orders/K-7F3Q9', 'K-7F3Q9'],
  [`https://kolpact.example/dashboard/orders/${ID}?tab=all#end`, ID],
  ['the order of yesterday', null],
])('the text "%s" names the order %s', (text, order) => {
  expect(orderNamedIn(text)).toBe(order)
})
