/** The filter for "what comes after this row" in a list sorted by newest first, then id. */
export const olderThan = (row: { created_at: string; id: string | number }) =>
  `created_at.lt."${row.created_at}",and(created_at.eq."${row.created_at}",id.lt.${row.id})`
