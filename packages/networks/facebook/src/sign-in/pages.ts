import {
  type AppCredentials,
  AuthError,
  Connection,
  type LoginCall,
  NotFoundError,
} from '@social/core/platform'
import { idPath, proofFields, readGraphList } from '@social/meta-kit'

import { toPicture } from '../map/index.js'
import type { Settings } from '../options.js'
import { idReply, type PageReply, pageReply } from '../schemas.js'
import type { OpenLogin } from './resume-token.js'

const FIELDS = 'id,name,category,access_token,picture{url}'
/** Pages of the list of pages: a thousand pages are more than anybody picks from. Our choice. */
const MAX_PAGES = 10

/** Whose token, and whose app. */
export interface Bearer {
  readonly accessToken: string
  readonly app: AppCredentials
  readonly settings: Settings
}

/** A request of the sign-in itself, which carries a token of its own. */
function signed({ accessToken, app, settings }: Bearer) {
  return {
    auth: 'none',
    headers: { authorization: `Bearer ${accessToken}` },
    proof: settings.appSecretProof ? proofFields(app, accessToken) : {},
  } as const
}

/** The id of whoever, or whatever, a token belongs to. */
export async function readOwnId(bearer: Bearer, { http }: LoginCall): Promise<string> {
  const { proof, ...options } = signed(bearer)
  const query = { fields: 'id', ...proof }
  const { id } = await http.get(`${bearer.settings.addresses.api}/me`, idReply, { ...options, query })
  return id
}

/**
 * The pages a person manages, of those they ticked in Facebook's own picker.
 *
 * @throws AuthError when there is none.
 */
export async function readPages(bearer: Bearer, call: LoginCall): Promise<readonly PageReply[]> {
  const { proof, ...options } = signed(bearer)
  const pages: PageReply[] = []
  const list = readGraphList(call, `${bearer.settings.addresses.api}/me/accounts`, pageReply, {
    ...options,
    query: { fields: FIELDS, limit: 100, ...proof },
    maxPages: MAX_PAGES,
  })
  for await (const page of list) if (page.access_token) pages.push(page)
  if (pages.length === 0)
    throw new AuthError(
      "This person manages no page, or ticked none in Facebook's own page picker. Have them connect again and tick one.",
      { platform: 'facebook' },
    )
  return pages
}

const notTheirs = (pageId: string): AuthError =>
  new AuthError(
    `Facebook gave no token for the page ${JSON.stringify(pageId.slice(0, 80))}: it is not one of this person's, or they did not tick it. Have them connect again and tick it.`,
    { platform: 'facebook' },
  )

async function readPage(pageId: string, bearer: Bearer, { http }: LoginCall): Promise<PageReply> {
  const { proof, ...options } = signed(bearer)
  const query = { fields: FIELDS, ...proof }
  try {
    const path = `${bearer.settings.addresses.api}${idPath(pageId)}`
    return await http.get(path, pageReply, { ...options, query })
  } catch (error) {
    if (NotFoundError.is(error)) throw notTheirs(pageId)
    throw error
  }
}

/**
 * The connection of the page that was picked. Its token is proven to be the page's own: a person's would publish nothing,
 * and die within weeks.
 *
 * @throws AuthError when the page is not theirs, and when the token is not the page's.
 */
export async function connectPage(
  pageId: string,
  login: OpenLogin,
  bearer: Bearer,
  call: LoginCall,
): Promise<Connection> {
  const page = await readPage(pageId, bearer, call)
  const accessToken = page.access_token
  if (!accessToken || page.id !== pageId) throw notTheirs(pageId)
  const owner = await readOwnId({ ...bearer, accessToken }, call)
  if (owner !== page.id)
    throw new AuthError(
      'Facebook gave a token that is not the one of the page. Have the person connect again.',
      { platform: 'facebook' },
    )
  const accountName = page.name || page.id
  return new Connection({
    platform: 'facebook',
    accountId: page.id,
    accountName,
    // A page token that was taken with a long-lived token of a person does not run out by itself.
    token: { accessToken },
    scopes: login.scopes,
    avatarUrl: toPicture(page),
    extra: {
      pageId: page.id,
      pageName: accountName,
      category: page.category ?? null,
      personId: login.personId,
      profileUrl: `https://www.facebook.com/${page.id}`,
    },
  })
}
