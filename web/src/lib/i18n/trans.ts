import type { JSX } from 'react'
import { Trans as TransOf, type TransProps } from 'react-i18next'

/** Renders a text that contains elements: `<b>` in the text becomes the element `b` of `components`. Only few pages load it. */
export const Trans = TransOf as unknown as (
  props: Pick<TransProps<string>, 'values' | 'components'> & { i18nKey: string; t: unknown },
) => JSX.Element
