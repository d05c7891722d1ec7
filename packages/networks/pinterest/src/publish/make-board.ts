import {
  type Call,
  invalidPost,
  measureText,
  assertWork,
  NetworkError,
  PlatformError,
  readOptions,
  withInfo,
} from '@social/core/platform'
import * as v from 'valibot'

import { MAX_SECTION_NAME_LENGTH, WRITE_COST } from '../limits.js'
import { type PinterestBoard, type PinterestSection, toBoard, toSection } from '../map.js'
import { SECTION_NAME } from '../messages.js'
import { boardPath, boards } from '../read/index.js'
import { boardReply, sectionReply } from '../schemas.js'

/** A new board. */
export interface NewBoard {
  /** Name, unique among the boards of the account. */
  readonly name: string
  readonly description?: string | undefined
  /** Default: `PUBLIC`. `SECRET` requires the scope `boards:write_secret`. */
  readonly privacy?: 'PUBLIC' | 'PROTECTED' | 'SECRET' | undefined
}

const newBoard = v.strictObject({
  name: withInfo(v.pipe(v.string(), v.nonEmpty()), {
    label: { en: 'Name of the board', de: 'Name des Boards' },
    networkName: 'name',
  }),
  description: v.optional(
    withInfo(v.string(), { label: { en: 'Description', de: 'Beschreibung' }, networkName: 'description' }),
  ),
  privacy: v.optional(
    withInfo(v.picklist(['PUBLIC', 'PROTECTED', 'SECRET']), {
      label: { en: 'Visibility of the board', de: 'Sichtbarkeit des Boards' },
      networkName: 'privacy',
      choices: {
        PUBLIC: { label: { en: 'Public', de: 'Öffentlich' } },
        PROTECTED: { label: { en: 'Only with the link', de: 'Nur mit dem Link' } },
        SECRET: { label: { en: 'Secret', de: 'Geheim' } },
      },
    }),
  ),
})

/** Maximum pages of one search for a board: 2,500 boards. Our choice. */
const MAX_PAGES = 10
/** Boards in one page: `MAX_PAGE_SIZE` of ../limits.ts. */
const PAGE_SIZE = 250
/**
 * Tolerance in seconds by which a new board can appear older than its request, because times are
 * in whole seconds and clocks differ. Our choice.
 */
const EARLIER_SECONDS = 10
/** Maximum attempts, one second apart, while another request is changing the board. */
const MAX_ATTEMPTS = 4

/** Returns true if a failed request may have taken effect. */
function mayHaveWorked(error: unknown): boolean {
  if (NetworkError.is(error)) return error.delivery !== 'NOT_SENT'
  return PlatformError.is(error) && error.isOutage
}

async function findNew(name: string, since: Date, call: Call): Promise<PinterestBoard | null> {
  let after: string | null = null
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await boards(call, { after, limit: PAGE_SIZE })
    const skew = call.networkNow().getTime() - call.clock.now().getTime()
    const from = since.getTime() + skew - EARLIER_SECONDS * 1000
    const found = page.items.find((board) => board.name === name && (board.createdAt?.getTime() ?? 0) >= from)
    if (found !== undefined) return found
    after = page.next
    if (after === null) break
  }
  return null
}

/**
 * Creates a board. If the response is lost, the board is searched for: its name is unique in the account.
 *
 * @param board - Name and options of the board.
 * @param call - The call of an account.
 * @throws InvalidPostError for an unknown field or an empty name.
 * @throws PlatformError when the account already has a board with this name.
 * @example
 * const board = await account.run((call) => createBoard({ name: 'Chairs' }, call))
 */
export async function createBoard(board: NewBoard, call: Call): Promise<PinterestBoard> {
  assertWork('createBoard', call)
  const { name, description, privacy } = readOptions(newBoard, board, { platform: 'pinterest' })
  const since = call.clock.now()
  try {
    const json = { name, description, privacy }
    return toBoard(await call.http.post('/boards', boardReply, { json, cost: WRITE_COST }))
  } catch (error) {
    call.signal.throwIfAborted()
    if (!mayHaveWorked(error)) throw error
    const made = await findNew(name, since, call).catch(() => null)
    if (made === null) throw error
    return made
  }
}

/**
 * Creates a section of a board. Two sections can have the same name, so a section whose response was lost is not searched
 * for. Check `boardSections` before creating it again.
 *
 * @param boardId - Id of the board, from `boards`.
 * @param name - 1 to 180 characters.
 * @param call - The call of an account.
 * @throws NotFoundError when the board does not exist.
 * @example
 * const section = await account.run((call) => createSection('549755885175', 'Velvet', call))
 */
export async function createSection(boardId: string, name: string, call: Call): Promise<PinterestSection> {
  assertWork('createSection', call, { boardId })
  const path = `${boardPath(boardId)}/sections`
  if (typeof name !== 'string' || name === '' || measureText(name) > MAX_SECTION_NAME_LENGTH)
    throw invalidPost('pinterest', {
      field: 'options',
      code: 'SECTION_NAME',
      limit: MAX_SECTION_NAME_LENGTH,
      userText: SECTION_NAME,
      message: `The name of a pinterest section must have 1 to ${MAX_SECTION_NAME_LENGTH} characters. Change it.`,
    })
  for (let attempt = 1; ; attempt += 1)
    try {
      return toSection(await call.http.post(path, sectionReply, { json: { name }, cost: WRITE_COST }))
    } catch (error) {
      const isBusy = PlatformError.is(error) && error.statusCode === 409
      if (!isBusy || attempt === MAX_ATTEMPTS) throw error
      await call.clock.sleep(1, { signal: call.signal })
    }
}
