import type pg from 'pg'
import { openPool } from '../pool.ts'
import type { Claims } from '../tokens.ts'
import { deleteDenied, noSuchBucket, noSuchKey } from './errors.ts'
import type { Operation } from './operations.ts'

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
/** A row to be written. Before the bytes have arrived, its metadata is only what the request states. */
export type NewObject = Pick<StoredObject, 'bucket_id' | 'name' | 'version' | 'user_metadata'> & {
  metadata: Partial<Metadata>
  owner: string | null
}
export type Listing = {
  prefix: string
  limit: number
  offset: number
  search: string
  column: string
  order: string
}
/** Who reads or writes a row, and by which operation; policies may depend on both. */
export type Caller = { claims: Claims; operation: Operation }

export type Objects = ReturnType<typeof openObjects>

/** Runs work in a transaction with the caller's role and claims. */
type RunAs = <T>(
  caller: Caller,
  work: (client: pg.PoolClient) => Promise<T>,
  end?: 'commit' | 'rollback',
) => Promise<T>

const columns = 'id, bucket_id, name, version, metadata, user_metadata, created_at, updated_at'

/** Reads and writes the rows of the schema `storage` as the caller, so that policies decide. */
export function openObjects(databaseUrl: string) {
  const pool = openPool(databaseUrl, { max: 8 })
  const as: RunAs = (caller, work, end) => runAs(pool, caller, work, end)
  return { ...readObjects(as), ...rightsChecks(as), ...writeObjects(as), close: () => pool.end() }
}

async function runAs<T>(
  pool: pg.Pool,
  { claims, operation }: Caller,
  work: (client: pg.PoolClient) => Promise<T>,
  end: 'commit' | 'rollback' = 'commit',
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
         set_config('storage.operation', $3, true),
         set_config('storage.allow_delete_query', 'true', true)`,
      [claims.role, JSON.stringify(claims), operation],
    )
    const result = await work(client)
    await client.query(end)
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

const asService = ({ operation }: Caller): Caller => ({
  claims: { role: 'service_role' },
  operation,
})

function readObjects(as: RunAs) {
  async function find(caller: Caller, bucket: string, name: string): Promise<StoredObject> {
    const found = await as(caller, (client) =>
      client.query<StoredObject>(
        `select ${columns} from storage.objects where bucket_id = $1 and name = $2`,
        [bucket, name],
      ),
    )
    if (!found.rows[0]) throw noSuchKey()
    return found.rows[0]
  }

  async function bucket(caller: Caller, id: string): Promise<Bucket> {
    const found = await as(caller, (client) =>
      client.query<Bucket>('select * from storage.buckets where id = $1', [id]),
    )
    if (!found.rows[0]) throw noSuchBucket()
    return found.rows[0]
  }

  return {
    find,
    bucket,
    /** Reads a bucket without policies, because its limits and its public flag apply to everybody. */
    bucketAnyhow: (caller: Caller, id: string) => bucket(asService(caller), id),

    async buckets(caller: Caller): Promise<Bucket[]> {
      const found = await as(caller, (client) =>
        client.query<Bucket>('select * from storage.buckets order by id'),
      )
      return found.rows
    },

    /** Lists one level below the prefix: files, and folders as rows without an id. */
    async list(caller: Caller, bucketId: string, listing: Listing): Promise<unknown[]> {
      const found = await as(caller, (client) => listLevel(client, bucketId, listing))
      return found.rows
    },
  }
}

/** Checks policies by trial writes that are rolled back. */
function rightsChecks(as: RunAs) {
  return {
    /** Refuses if the policies do not let the caller write the row. */
    async requireInsert(caller: Caller, object: NewObject, isUpsert: boolean): Promise<void> {
      await as(caller, (client) => insert(client, object, isUpsert), 'rollback')
    },
  }
}

function writeObjects(as: RunAs) {
  async function removeAll(caller: Caller, bucketId: string, names: string[]) {
    const removed = await as(caller, (client) =>
      client.query<StoredObject>(
        `delete from storage.objects where bucket_id = $1 and name = any ($2) returning ${columns}`,
        [bucketId, names],
      ),
    )
    return removed.rows
  }

  return {
    /** Writes a row as the service role, after the caller's right was checked; returns the id and the replaced version. */
    async write(caller: Caller, object: NewObject) {
      return as(asService(caller), async (client) => {
        const before = await client.query<{ version: string }>(
          'select version from storage.objects where bucket_id = $1 and name = $2 for update',
          [object.bucket_id, object.name],
        )
        const { rows } = await insert(client, object, true, `returning ${columns}`)
        return { object: rows[0] as StoredObject, replaced: before.rows[0]?.version }
      })
    },

    async remove(caller: Caller, bucketId: string, name: string): Promise<StoredObject> {
      await readObjects(as).find(asService(caller), bucketId, name)
      const [removed] = await removeAll(caller, bucketId, [name])
      if (!removed) throw deleteDenied()
      return removed
    },
    removeMany: removeAll,
  }
}

function insert(client: pg.PoolClient, object: NewObject, isUpsert: boolean, returning = '') {
  const { bucket_id, name, version, metadata, user_metadata, owner } = object
  const conflict = isUpsert
    ? `on conflict (bucket_id, name) do update set version = excluded.version,
         metadata = excluded.metadata, user_metadata = excluded.user_metadata,
         owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`
    : ''
  return client.query(
    `insert into storage.objects (bucket_id, name, version, metadata, user_metadata, owner, owner_id)
     values ($1, $2, $3, $4, $5, $6::text::uuid, $6) ${conflict} ${returning}`,
    [bucket_id, name, version, metadata, user_metadata, owner],
  )
}

const sortable = ['name', 'created_at', 'updated_at', 'last_accessed_at']

function listLevel(client: pg.PoolClient, bucketId: string, listing: Listing) {
  const column = sortable.includes(listing.column) ? listing.column : 'name'
  const order = listing.order.toLowerCase() === 'desc' ? 'desc' : 'asc'
  const prefix = listing.prefix === '' ? '' : `${listing.prefix.replace(/\/+$/, '')}/`
  return client.query(
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
    [bucketId, prefix, listing.search, listing.limit, listing.offset],
  )
}
