import type { JSX } from 'react'
import { Trans as TransOf, type TransProps } from 'react-i18next'

/** A text with elements in it: `<b>` of the words is `b` of `components`. Few pages load it. */
export const Trans = TransOf as unknown as (
  props: Pick<TransProps<string>, 'values' | 'components'> & { i18nKey: string; t: unknown },
) => JSX.Element
