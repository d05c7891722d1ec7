import { type SocialBaseError, type Todo, userMessageOf, whatNext } from '@social/core'
import type { PlatformBase } from '@social/core/platform'
import type { FaultRow } from '@social/meta-kit'
import { describe, expect, it } from 'vitest'

/** Refusal of a network, as its error response contains it. */
export interface Refused {
  readonly code: number
  readonly subcode?: number
  readonly message?: string
  readonly type?: string
  readonly isTransient?: boolean
  readonly status?: number
  /** Default: the path that publishes a post. */
  readonly path?: string
}

/** Refusal of a network and the resulting error. `row` is an id of the field reports, or describes the refusal. */
export type ReasonRow = readonly [
  row: string,
  refused: Refused,
  code: string,
  reason: string | null,
  todo: Todo,
]

/** Network of Meta, with the reasons of its error rows. */
export interface Reasons {
  readonly displayName: string
  readonly readError: PlatformBase['readError']
  /** URL of the request that publishes a post. */
  readonly publishUrl: string
  /** Error rows of the network. The table must contain each of their reasons. */
  readonly rows: readonly FaultRow[]
  readonly table: readonly ReasonRow[]
}

const NOW = new Date('2026-11-24T12:00:00Z')
const SAID = 'Quoted text.'

/** Defines tests that every reason of the error rows has an error, an action, and messages for people. */
export function checksReasons({ displayName, readError, publishUrl, rows, table }: Reasons): void {
  function errorOf(refused: Refused): SocialBaseError | null {
    const {
      code,
      subcode,
      message = SAID,
      type = 'OAuthException',
      isTransient = false,
      status = 400,
    } = refused
    const error = { message, type, code, error_subcode: subcode ?? null, is_transient: isTransient }
    const url = refused.path === undefined ? publishUrl : new URL(refused.path, publishUrl).href
    const request = { method: 'POST', url, headers: {}, body: null } as const
    return readError({ status, headers: {}, body: { error } }, request, NOW) ?? null
  }

  describe(`the reason of a refusal of ${displayName}`, () => {
    it.each(table)('%s: %j is %s with the reason %s, and %s', (_row, refused, code, reason, todo) => {
      const error = errorOf(refused)
      expect(error).toMatchObject({ code, reason })
      const opening = code === 'MISSING_PERMISSION' ? 'lacks' : (refused.message ?? SAID).slice(0, 20)
      expect(error?.message).toContain(opening)
      expect(whatNext(error).todo).toBe(todo)
      const [english, german] = (['en', 'de'] as const).map((language) => userMessageOf(error, { language }))
      expect(english).not.toBe(german)
      for (const people of [english, german])
        expect(people).not.toMatch(/Quoted|undefined|null|[{}_]|options\.|account\.\w/)
    })

    it('is tested for every error row', () => {
      const details = { platform: displayName.toLowerCase(), raw: {} }
      const reasons = rows.map((row) => {
        const { codes = [], subcodes = [] } = row
        const fault = { type: '', message: SAID, isTransient: false, data: {}, status: 400, method: 'POST' }
        const [code = null] = codes
        const [subcode = null] = subcodes
        return row.make({ ...fault, code, subcode, url: new URL(publishUrl) }, details).reason
      })
      const tested = new Set(table.map(([, , , reason]) => reason))
      expect(reasons.filter((reason) => reason !== null && !tested.has(reason))).toEqual([])
    })
  })
}
