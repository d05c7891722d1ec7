import {
  type Call,
  assertWork,
  type Page,
  type PageOptions,
  type PartialInit,
  readPageOptions,
} from '@social/core/platform'
import * as v from 'valibot'

import { MAX_PAGE_SIZE, READ_COST } from '../limits.js'
import { type PinterestBoard, type PinterestSection, toBoard, toSection } from '../map.js'
import { boardReply, pageReply, sectionReply } from '../schemas.js'
import { boardPath } from './board-path.js'

/** One page of a list. Unreadable items are left out. */
async function readPage<T>(
  path: string,
  read: (item: unknown) => T | null,
  { after = null, limit = null }: PartialInit<PageOptions>,
  { http }: Call,
): Promise<Page<T>> {
  const query = { page_size: limit === null ? null : Math.min(limit, MAX_PAGE_SIZE), bookmark: after }
  const { items, bookmark } = await http.get(path, pageReply, { query, cost: READ_COST })
  return { items: items.map((item) => read(item)).filter((item) => item !== null), next: bookmark || null }
}

function readBoard(item: unknown): PinterestBoard | null {
  const board = v.safeParse(boardReply, item)
  return board.success ? toBoard(board.output) : null
}

function readSection(item: unknown): PinterestSection | null {
  const section = v.safeParse(sectionReply, item)
  return section.success ? toSection(section.output) : null
}

/**
 * Boards of the account, and boards shared with it. One request for each page of 25, or up to 250.
 *
 * @param call - The call of an account.
 * @param options - `after`: `next` of the previous page. `limit`: page size.
 * @example
 * const { items } = await account.run(boards)
 */
export async function boards(
  call: Call,
  options: PartialInit<PageOptions> = {},
): Promise<Page<PinterestBoard>> {
  assertWork('boards', call)
  return readPage('/boards', readBoard, readPageOptions('boards', options), call)
}

/**
 * Sections of a board. One request for each page.
 *
 * @param boardId - Id of the board, from `boards`.
 * @param call - The call of an account.
 * @param options - `after`: `next` of the previous page. `limit`: page size.
 * @throws NotFoundError when the board does not exist.
 * @example
 * const { items } = await account.run((call) => boardSections('549755885175', call))
 */
export async function boardSections(
  boardId: string,
  call: Call,
  options: PartialInit<PageOptions> = {},
): Promise<Page<PinterestSection>> {
  assertWork('boardSections', call, { boardId })
  const page = readPageOptions('boardSections', options)
  return readPage(`${boardPath(boardId)}/sections`, readSection, page, call)
}
