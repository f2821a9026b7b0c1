import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { totalOf } from '@/domain/orders/checkout.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { PayButtons } from '@/shared/orders/pay-buttons.tsx'
import { PaymentPartsList } from '@/shared/orders/payment-parts.tsx'

interface Props {
  order: Order
  text: string
  onCancel: () => void
}

export function PayForm({ order, text, onCancel }: Props) {
  const { t } = useTranslation()
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      <PaymentPartsList
        priceMinor={order.price_minor}
        totalMinor={totalOf(order)}
        currency={order.currency}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <PayButtons order={order} />
      </Group>
    </Stack>
  )
}
