import {
  type AppCredentials,
  AuthError,
  Connection,
  type LoginCall,
  NotFoundError,
} from '@social/core/platform'
import { idPath, proofFields, readGraphList } from '@social/meta-kit'

import { toPicture } from '../map/index.js'
import { TEXTS } from '../messages.js'
import type { Settings } from '../options.js'
import { idReply, type PageReply, pageReply, permissionsReply } from '../schemas.js'
import type { OpenLogin } from './resume-token.js'

const FIELDS = 'id,name,category,access_token,picture{url}'
/**
 * Maximum requests for the list of pages. They return a thousand pages, more than a person can
 * choose from. Our choice.
 */
const MAX_PAGES = 10

/** Token and app of a sign-in request. */
export interface Bearer {
  readonly accessToken: string
  readonly app: AppCredentials
  readonly settings: Settings
}

/** Builds the options of a sign-in request that carries its own token. */
function signed({ accessToken, app, settings }: Bearer) {
  return {
    auth: 'none',
    headers: { authorization: `Bearer ${accessToken}` },
    proof: settings.appSecretProof ? proofFields(app, accessToken) : {},
  } as const
}

/** Reads the id of the user or page to which a token belongs. */
export async function readOwnId(bearer: Bearer, { http }: LoginCall): Promise<string> {
  const { proof, ...options } = signed(bearer)
  const query = { fields: 'id', ...proof }
  const { id } = await http.get(`${bearer.settings.addresses.api}/me`, idReply, { ...options, query })
  return id
}

/**
 * Reads the permissions that a person granted. A person can decline single permissions, and the token response does not
 * report them. https://developers.facebook.com/docs/graph-api/reference/user/permissions (read 2026-11-24)
 *
 * @returns The requested permissions if the granted ones cannot be read, because the sign-in itself succeeded.
 */
export async function readGranted(
  bearer: Bearer,
  call: LoginCall,
  requested: readonly string[],
): Promise<readonly string[]> {
  const { proof, ...options } = signed(bearer)
  const address = `${bearer.settings.addresses.api}/me/permissions`
  try {
    const { data } = await call.http.get(address, permissionsReply, { ...options, query: { ...proof } })
    return data.flatMap(({ permission, status }) => (status === 'granted' ? [permission] : []))
  } catch (error) {
    call.signal.throwIfAborted()
    call.warn(
      `The granted permissions could not be read: ${error instanceof Error ? error.message : 'no reason given'}`,
    )
    return requested
  }
}

/**
 * Reads the pages that a person manages and selected in Facebook's own dialog.
 *
 * @throws AuthError when the person has no page.
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
      "This person manages no page, or selected none in Facebook's page picker. Have them connect again and select a page.",
      { platform: 'facebook', reason: 'NO_PAGE', userText: TEXTS.NO_PAGE },
    )
  return pages
}

const notTheirs = (pageId: string): AuthError =>
  new AuthError(
    `Facebook returned no token for the page ${JSON.stringify(pageId.slice(0, 80))}: it does not belong to this person, or they did not select it. Have them connect again and select it.`,
    { platform: 'facebook', reason: 'PAGE_NOT_SELECTED', userText: TEXTS.PAGE_NOT_SELECTED },
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
 * Builds the connection of the chosen page. Verifies that the token belongs to the page, because a
 * person's token cannot publish and expires within weeks.
 *
 * @throws AuthError when the page does not belong to the person, or when the token does not belong
 * to the page.
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
      'Facebook returned a token that does not belong to the page. Have the person connect again.',
      { platform: 'facebook' },
    )
  const accountName = page.name || page.id
  return new Connection({
    platform: 'facebook',
    accountId: page.id,
    accountName,
    // A page token does not expire if it was obtained with a person's long-lived token.
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
