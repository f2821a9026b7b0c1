import { useMutation } from '@tanstack/react-query'
import { unwrap } from '@/lib/api/errors.ts'
import { supabase } from '@/lib/api/supabase.ts'

export function useReportMessage() {
  return useMutation({
    mutationFn: ({ messageId, reason }: { messageId: string; reason: string }) =>
      unwrap(supabase.rpc('report_message', { message_id: messageId, reason })),
  })
}
