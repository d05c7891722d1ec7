import type { DatabaseSync } from 'node:sqlite'

import type { Draft, NextStep, PartInfo, PostInfo, PostMedia, PostStatus } from '../../shared/posts.js'
import { textOf, textOrNull } from '../storage/database.js'
import type { Uploads } from './uploads.js'

/** Fields of a post that change during publishing. */
export interface PostChange {
  readonly status: PostStatus
  readonly postId?: string
  readonly url?: string | null
  readonly problem?: string | null
  readonly next?: NextStep | null
  /** Undefined leaves the stored warning unchanged. */
  readonly notice?: string | null
  /** True removes the network's id, which is no longer valid. */
  readonly forgetId?: boolean
  /** Undefined leaves the stored parts unchanged. */
  readonly partsOut?: readonly PartInfo[]
}

const COLUMNS = 'id, created_at, draft, status, post_id, url, problem, next, notice, parts_out'

/** Stores the posts of the studio. The id of a post is its idempotency key. */
export class Posts {
  readonly #database: DatabaseSync
  readonly #uploads: Uploads

  constructor(database: DatabaseSync, uploads: Uploads) {
    this.#database = database
    this.#uploads = uploads
  }

  /** Returns all posts, newest first. */
  all(): readonly PostInfo[] {
    const rows = this.#database.prepare(
      `SELECT ${COLUMNS} FROM studio_posts ORDER BY created_at DESC LIMIT 200`,
    )
    return rows.all().map((row) => this.#toPost(row))
  }

  find(id: string): PostInfo | null {
    const row = this.#database.prepare(`SELECT ${COLUMNS} FROM studio_posts WHERE id = ?`).get(id)
    return row === undefined ? null : this.#toPost(row)
  }

  /** Finds a post of the studio by the id that the network assigned. */
  findByPostId(accountId: string, postId: string): PostInfo | null {
    const row = this.#database
      .prepare(`SELECT ${COLUMNS} FROM studio_posts WHERE account_id = ? AND post_id = ?`)
      .get(accountId, postId)
    return row === undefined ? null : this.#toPost(row)
  }

  withStatus(status: PostStatus): readonly PostInfo[] {
    const rows = this.#database.prepare(
      `SELECT ${COLUMNS} FROM studio_posts WHERE status = ? ORDER BY created_at`,
    )
    return rows.all(status).map((row) => this.#toPost(row))
  }

  draft(id: string): Draft | null {
    const row = this.#database.prepare('SELECT draft FROM studio_posts WHERE id = ?').get(id)
    return row === undefined ? null : toDraft(row['draft'])
  }

  /**
   * Stores a draft under its idempotency key. Returns false if the key exists, for example after a
   * double click.
   */
  add(draft: Draft, status: 'SENDING' | 'WAITING' = 'SENDING'): boolean {
    const { changes } = this.#database
      .prepare(
        `INSERT INTO studio_posts (id, account_id, created_at, draft, status) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO NOTHING`,
      )
      .run(draft.idempotencyKey, draft.accountId, new Date().toISOString(), JSON.stringify(draft), status)
    return changes > 0
  }

  change(id: string, change: PostChange): PostInfo | null {
    const before = this.find(id)
    if (before === null) return null
    const postId = change.forgetId === true ? null : (change.postId ?? before.postId)
    this.#database
      .prepare(
        `UPDATE studio_posts SET status = ?, post_id = ?, url = ?, problem = ?, next = ?, notice = ?, parts_out = ?
         WHERE id = ?`,
      )
      .run(
        change.status,
        postId,
        change.url ?? before.url,
        change.problem ?? null,
        change.next ? JSON.stringify(change.next) : null,
        change.notice ?? before.notice,
        JSON.stringify(change.partsOut ?? before.partsOut),
        id,
      )
    return this.find(id)
  }

  /** Returns true if at least one post of the composition is stored. */
  hasGroup(groupId: string): boolean {
    const query = "SELECT 1 FROM studio_posts WHERE json_extract(draft, '$.groupId') = ?"
    return this.#database.prepare(query).get(groupId) !== undefined
  }

  /** Stores the new text of a published post. */
  rewrite(id: string, text: string): PostInfo | null {
    const change = "UPDATE studio_posts SET draft = json_set(draft, '$.text', ?) WHERE id = ?"
    this.#database.prepare(change).run(text, id)
    return this.find(id)
  }

  remove(id: string): void {
    this.#database.prepare('DELETE FROM studio_posts WHERE id = ?').run(id)
  }

  #toPost(row: Record<string, unknown>): PostInfo {
    const draft = toDraft(row['draft'])
    const next = textOrNull(row['next'])
    return {
      id: textOf(row['id']),
      accountId: draft.accountId,
      text: draft.text,
      media: draft.media.flatMap(({ uploadId, altText }) => this.#toMedia(uploadId, altText)),
      publishAt: draft.publishAt,
      createdAt: textOf(row['created_at']),
      status: textOf(row['status']) as PostStatus, // safe cast: only `add` and `change` write this column
      postId: textOrNull(row['post_id']),
      url: textOrNull(row['url']),
      problem: textOrNull(row['problem']),
      next: next === null ? null : (JSON.parse(next) as NextStep), // safe cast: only `change` writes this column
      notice: textOrNull(row['notice']),
      groupId: draft.groupId ?? textOf(row['id']),
      more: draft.more ?? [],
      partsOut: JSON.parse(textOrNull(row['parts_out']) ?? '[]') as readonly PartInfo[], // safe cast: only `change` writes this column
    }
  }

  #toMedia(uploadId: string, altText: string): readonly PostMedia[] {
    const upload = this.#uploads.find(uploadId)
    return upload === null ? [] : [{ ...upload, altText }]
  }
}

function toDraft(json: unknown): Draft {
  return JSON.parse(textOf(json)) as Draft // safe cast: only this class writes this column
}
