/** The address of Storage alone, which Supabase recommends for uploads in parts to a hosted project; elsewhere that of the API. */
export const storageSite = (api: string): string =>
  api.replace(/^https:\/\/(\w+)\.supabase\.co$/, 'https://$1.storage.supabase.co')
