/**
 * Countries of the SEPA area, by the first two letters of an IBAN. Written by hand, because the list of the client's
 * IBAN library lacks the countries that joined in 2025 and 2026 (AL, ME, MD, MK, RS).
 */
const EEA =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'
const OTHERS = 'AD AL CH GB GI MC MD ME MK RS SM VA'
const SEPA = new Set(`${EEA} ${OTHERS}`.split(' '))

export const isInSepa = (iban: string): boolean => SEPA.has(iban.slice(0, 2))
