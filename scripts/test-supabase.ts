import './tools/testing/test-supabase.ts'
