import { Checkbox, ScrollArea, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { dateTime } from '@/lib/i18n/time.ts'
import { LoadMore } from '@/ui/load-more.tsx'
import { quotableMessagesQuery } from '../dispute/dispute-queries.ts'

interface Props {
  order: Order
  other: { id: string; name: string }
  value: string[]
  onChange: (ids: string[]) => void
}

/** Field to choose messages of the conversation as evidence. */
export function MessagesField({ order, other, value, onChange }: Props) {
  const { t, i18n } = useTranslation(['orders', 'common'])
  const query = useInfiniteQuery(quotableMessagesQuery(order))
  const messages = query.data?.pages.flat()
  return (
    <Checkbox.Group
      label={t('evidence_messages')}
      description={t('evidence_messages_text')}
      value={value}
      onChange={onChange}
    >
      {!messages?.length ? (
        <Text size="sm" c="dimmed" mt={8}>
          {messages ? t('evidence_no_messages') : '…'}
        </Text>
      ) : (
        <ScrollArea.Autosize mah={220} mt={8} type="auto">
          <Stack gap="xs">
            {messages.map(({ id, sender_id, content, file_name, created_at }) => (
              <Checkbox
                key={id}
                value={id}
                style={{ overflowWrap: 'anywhere' }}
                label={<bdi>{content || file_name}</bdi>}
                description={`${sender_id === other.id ? other.name : t('common:you')} · ${dateTime(new Date(created_at), i18n.language)}`}
              />
            ))}
          </Stack>
          <LoadMore query={query} auto />
        </ScrollArea.Autosize>
      )}
    </Checkbox.Group>
  )
}
