/** Origin for uploads in parts: for a hosted project Storage's own host, which Supabase recommends; otherwise the host of the API. */
export const storageSite = (api: string): string =>
  api.replace(/^https:\/\/(\w+)\.supabase\.co$/, 'https://$1.storage.supabase.co')
