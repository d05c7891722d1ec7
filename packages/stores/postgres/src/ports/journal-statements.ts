const FREE = `j.fingerprint = excluded.fingerprint AND j.result IS NULL
  AND (j.claim IS NULL OR j.claim = excluded.claim OR j.free_at <= clock_timestamp())`
const COLUMNS = `fingerprint, claim, receipt, result, extract(epoch FROM free_at - clock_timestamp())`

/**
 * Fast path for the common case of a new entry, because this statement is quicker to parse and to
 * plan than `OPEN`.
 */
export const OPEN_NEW = `INSERT INTO %.social_journal (id, fingerprint, claim, free_at, lease, saved, touched_at)
  VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4), make_interval(secs => $4), 0, clock_timestamp())
  ON CONFLICT (id) DO NOTHING RETURNING 1`

/**
 * Claims a free entry in one statement, so that exactly one of several processes gets the entry. A
 * lease cannot end later than one lease length from now. A later end shows that the server's clock
 * was set back.
 */
export const OPEN = `INSERT INTO %.social_journal AS j (id, fingerprint, claim, free_at, lease, saved, touched_at)
  VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4), make_interval(secs => $4), 0, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET
    claim = CASE WHEN ${FREE} THEN excluded.claim ELSE j.claim END,
    free_at = CASE WHEN ${FREE} THEN excluded.free_at ELSE clock_timestamp() + j.lease END,
    lease = CASE WHEN ${FREE} THEN excluded.lease ELSE j.lease END,
    saved = CASE WHEN ${FREE} AND j.claim IS DISTINCT FROM excluded.claim THEN 0 ELSE j.saved END,
    touched_at = CASE WHEN ${FREE} THEN excluded.touched_at ELSE j.touched_at END,
    awaits_since = CASE WHEN ${FREE} THEN NULL ELSE j.awaits_since END
  WHERE (${FREE}) OR (j.result IS NULL AND j.claim IS NOT NULL AND j.free_at > clock_timestamp() + j.lease)
  RETURNING ${COLUMNS}`
export const READ = `SELECT ${COLUMNS} FROM %.social_journal WHERE id = $1`

/**
 * Saves a receipt unless a receipt with a higher number is stored, because an earlier save may
 * arrive late. This frequent statement leaves the indexed column `touched_at` unchanged; only
 * opening, finishing and releasing an entry set it.
 */
export const SAVE = `UPDATE %.social_journal SET receipt = $3, saved = $5, connection_id = $6,
  awaits_since = CASE WHEN $7::boolean THEN coalesce(awaits_since, clock_timestamp()) END,
  free_at = clock_timestamp() + make_interval(secs => $4), lease = make_interval(secs => $4)
  WHERE id = $1 AND claim = $2 AND result IS NULL AND saved <= $5 RETURNING 1`

/**
 * Post $5 of connection $4, or null if another entry already owns the post. If two processes run
 * this concurrently, the unique index rejects one statement, and that statement is repeated.
 */
const OWNED = (connectionId: string, postId: string): string => `CASE WHEN NOT EXISTS (
    SELECT FROM %.social_journal WHERE connection_id = ${connectionId} AND post_id = ${postId}) THEN ${postId} END`

/**
 * Records that the worker now queries the network for its post, and no longer awaits a response.
 */
export const QUERY_FOR_POST = `UPDATE %.social_journal SET connection_id = $3, awaits_since = NULL
  WHERE id = $1 AND claim = $2 AND result IS NULL RETURNING 1`
/**
 * `OWNERS` returns which entries own the given posts. `AWAITING` returns whether another entry
 * awaits the response to a request that was sent at least the given number of seconds ago.
 */
export const OWNERS = `SELECT post_id, id FROM %.social_journal WHERE connection_id = $1 AND post_id = ANY($2)`
export const AWAITING = `SELECT 1 FROM %.social_journal WHERE connection_id = $1 AND id <> $2
  AND awaits_since <= clock_timestamp() - make_interval(secs => $3)
  AND free_at > clock_timestamp() AND claim IS NOT NULL AND result IS NULL LIMIT 1`
/**
 * Gives a post to an entry. Fails with a unique violation if another entry received the post in
 * the meantime.
 */
export const OWN = `UPDATE %.social_journal SET post_id = $3
  WHERE id = $1 AND claim = $2 AND result IS NULL
  AND NOT EXISTS (SELECT FROM %.social_journal WHERE connection_id = $4 AND post_id = $3 AND id <> $1) RETURNING 1`

/** Keeps the claim, so that a repeated finish by the same worker is recognized. */
export const FINISH = `UPDATE %.social_journal SET connection_id = $4,
  post_id = coalesce(post_id, ${OWNED('$4', '$5::text')}), awaits_since = NULL,
  result = $3, receipt = NULL, free_at = clock_timestamp(), touched_at = clock_timestamp()
  WHERE id = $1 AND claim = $2 AND result IS NULL RETURNING 1`

export const FINISH_NEW = `INSERT INTO %.social_journal
  (id, fingerprint, result, connection_id, post_id, free_at, lease, saved, touched_at)
  VALUES ($1, $2, $3, $4, ${OWNED('$4', '$5::text')}, clock_timestamp(), '0', 0, clock_timestamp())
  ON CONFLICT (id) DO NOTHING RETURNING 1`

/** Deletes an entry that has no receipt. An entry with a receipt stays and becomes free. */
export const RELEASE = `WITH dropped AS (
  DELETE FROM %.social_journal WHERE id = $1 AND claim = $2 AND receipt IS NULL AND result IS NULL)
  UPDATE %.social_journal SET claim = NULL, free_at = clock_timestamp(), touched_at = clock_timestamp(),
    awaits_since = NULL
  WHERE id = $1 AND claim = $2 AND receipt IS NOT NULL`

/**
 * Condition for entries that no worker holds and that were last touched at least the given number
 * of seconds ago.
 */
export const OLD = `touched_at < clock_timestamp() - make_interval(secs => $1)
  AND (result IS NOT NULL OR claim IS NULL OR free_at <= clock_timestamp())`
