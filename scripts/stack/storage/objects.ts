import type pg from 'pg'
import { openPool } from '../pool.ts'
import type { Claims } from '../tokens.ts'
import { noSuchBucket, noSuchKey } from './errors.ts'

export type Bucket = {
  id: string
  name: string
  public: boolean
  file_size_limit: string | null
  allowed_mime_types: string[] | null
}
export type Metadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: number
}
export type StoredObject = {
  id: string
  bucket_id: string
  name: string
  version: string
  metadata: Metadata
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
}
type NewObject = Pick<StoredObject, 'bucket_id' | 'name' | 'version' | 'metadata' | 'user_metadata'>
export type Listing = {
  prefix: string
  limit: number
  offset: number
  search: string
  column: string
  order: string
}

export type Objects = ReturnType<typeof openObjects>

const service: Claims = { role: 'service_role' }
const columns = 'id, bucket_id, name, version, metadata, user_metadata, created_at, updated_at'

/** The rows of `storage`, always read and written as the caller: its policies decide. */
export function openObjects(databaseUrl: string) {
  const pool = openPool(databaseUrl, { max: 8 })

  async function as<T>(claims: Claims, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`,
        [claims.role, JSON.stringify(claims)],
      )
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }

  async function find(claims: Claims, bucket: string, name: string): Promise<StoredObject> {
    const found = await as(claims, (client) =>
      client.query<StoredObject>(
        `select ${columns} from storage.objects where bucket_id = $1 and name = $2`,
        [bucket, name],
      ),
    )
    if (!found.rows[0]) throw noSuchKey()
    return found.rows[0]
  }

  return {
    find,
    /** Whoever holds a signed link, or asks for a file of a public bucket, reads as the service. */
    findAnyhow: (bucket: string, name: string) => find(service, bucket, name),

    async bucket(id: string): Promise<Bucket> {
      const found = await as(service, (client) =>
        client.query<Bucket>('select * from storage.buckets where id = $1', [id]),
      )
      if (!found.rows[0]) throw noSuchBucket()
      return found.rows[0]
    },

    async buckets(claims: Claims): Promise<Bucket[]> {
      const found = await as(claims, (client) =>
        client.query<Bucket>('select * from storage.buckets order by id'),
      )
      return found.rows
    },

    /** Returns the id and the version that was replaced, if any. No `returning`: writing needs no right to read. */
    async write(claims: Claims, object: NewObject, mode: 'create' | 'upsert' | 'update') {
      const owner = claims.sub ?? null
      const { bucket_id, name, version, metadata, user_metadata } = object
      const values = [bucket_id, name, version, metadata, user_metadata, owner]
      const before = await find(service, bucket_id, name).catch(() => undefined)
      await as(claims, async (client) => {
        if (mode === 'update') {
          const updated = await client.query(
            `update storage.objects set version = $3, metadata = $4, user_metadata = $5,
               owner = $6::text::uuid, owner_id = $6, updated_at = now()
             where bucket_id = $1 and name = $2`,
            values,
          )
          if (updated.rowCount === 0) throw noSuchKey()
          return
        }
        const conflict =
          mode === 'upsert'
            ? `on conflict (bucket_id, name) do update set version = excluded.version,
                 metadata = excluded.metadata, user_metadata = excluded.user_metadata,
                 owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`
            : ''
        await client.query(
          `insert into storage.objects (bucket_id, name, version, metadata, user_metadata, owner, owner_id)
           values ($1, $2, $3, $4, $5, $6::text::uuid, $6) ${conflict}`,
          values,
        )
      })
      const after = await find(service, bucket_id, name)
      return { id: after.id, replaced: before?.version }
    },

    async remove(claims: Claims, bucket: string, names: string[]): Promise<StoredObject[]> {
      const removed = await as(claims, (client) =>
        client.query<StoredObject>(
          `delete from storage.objects where bucket_id = $1 and name = any ($2) returning ${columns}`,
          [bucket, names],
        ),
      )
      return removed.rows
    },

    /** One level below the prefix: files, and folders as rows without an id. */
    async list(claims: Claims, bucket: string, listing: Listing): Promise<unknown[]> {
      const column = ['name', 'created_at', 'updated_at', 'last_accessed_at'].includes(
        listing.column,
      )
        ? listing.column
        : 'name'
      const order = listing.order.toLowerCase() === 'desc' ? 'desc' : 'asc'
      const prefix = listing.prefix === '' ? '' : `${listing.prefix.replace(/\/+$/, '')}/`
      const found = await as(claims, (client) =>
        client.query(
          `with below as (
             select substr(name, length($2) + 1) as rest, o.*
             from storage.objects o where bucket_id = $1 and starts_with(name, $2)
           ), entries as (
             select rest as name, id, created_at, updated_at, last_accessed_at, metadata
             from below where rest <> '' and strpos(rest, '/') = 0
             union all
             select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz,
               null::timestamptz, null::jsonb
             from below where strpos(rest, '/') > 0
           )
           select * from entries where starts_with(lower(name), lower($3))
           order by ${column} ${order}, name limit $4 offset $5`,
          [bucket, prefix, listing.search, listing.limit, listing.offset],
        ),
      )
      return found.rows
    },

    close: () => pool.end(),
  }
}
