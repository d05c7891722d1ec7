import type { NodeType } from '../meta/fields.js'
import { pick } from '../meta/fields.js'
import type { Access } from '../meta/records.js'
import type { Page, Person } from './records.js'
import type { FacebookState } from './state.js'
import { pageToken } from './tokens.js'

const picture = (id: string, fields: Parameters<typeof pick>[1]): unknown => ({
  data: pick(
    { height: 50, width: 50, is_silhouette: false, url: `https://scontent.example/${id}.jpg` },
    fields,
  ),
})

/**
 * Returns the readable fields of a page. `access_token` requires that the person has a role on the
 * page and selected the page at sign-in.
 */
export function pageType(state: FacebookState, access: Access): NodeType<Page> {
  const mayHaveToken = ({ id }: Page): boolean =>
    state.people.get(access.owner)?.pages.has(id) === true &&
    state.authorizations.get(access.owner)?.pages.has(id) === true &&
    (access.pageId === null || access.pageId === id)
  return {
    name: 'Page',
    defaults: ['name', 'id'],
    fields: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      category: ({ category }) => category,
      link: ({ id }) => `https://www.facebook.com/${id}`,
      about: () => undefined,
      followers_count: () => 0,
      fan_count: () => 0,
      tasks: () => ['ANALYZE', 'ADVERTISE', 'MESSAGING', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'],
      picture: ({ id }, request) => picture(id, request),
      access_token: (page) =>
        mayHaveToken(page)
          ? access.pageId === null
            ? pageToken(state, access, page.id).token
            : access.token
          : undefined,
    },
  }
}

/** Readable fields of a person. */
export const personType: NodeType<Person> = {
  name: 'User',
  defaults: ['name', 'id'],
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    picture: ({ id }, request) => picture(id, request),
  },
}
