import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { SEARCH_TERM_MAX } from '@/domain/market/creator-filters.ts'

const TYPING_PAUSE_MS = 250

interface Props {
  term: string
  onChange: (term: string) => void
}

export function SearchBox({ term, onChange }: Props) {
  const { t } = useTranslation('discover')
  const [text, setText] = useState(term)
  const sent = useRef(term)
  const send = useDebouncedCallback((next: string) => {
    sent.current = next.trim()
    onChange(next)
  }, TYPING_PAUSE_MS)

  // Shows a term that the URL got elsewhere: by the back button, a removed filter or a link.
  useEffect(() => {
    if (term === sent.current) return
    sent.current = term
    setText(term)
  }, [term])

  const change = (next: string) => {
    setText(next)
    send(next)
  }
  return (
    <TextInput
      type="search"
      size="md"
      aria-label={t('search')}
      placeholder={t('search_placeholder')}
      maxLength={SEARCH_TERM_MAX}
      leftSection={<Search size={17} aria-hidden />}
      rightSection={
        text && <CloseButton aria-label={t('clear_search')} onClick={() => change('')} size="sm" />
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
