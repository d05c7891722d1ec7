import { localPeople } from '../people/people.js'
import type { MastodonState } from '../state.js'

/**
 * Handles GET /.well-known/nodeinfo. http://nodeinfo.diaspora.software/protocol.html (read
 * 2026-11-22)
 */
export function readNodeinfoLinks(state: MastodonState): Response {
  const rel = 'http://nodeinfo.diaspora.software/ns/schema/2.0'
  return Response.json({ links: [{ rel, href: `${state.origin}/nodeinfo/2.0` }] })
}

/** Handles GET /nodeinfo/2.0. Returns the name and version of the server software. */
export function readNodeinfo(state: MastodonState): Response {
  const { software: name, version } = state.settings
  return Response.json({
    version: '2.0',
    software: { name, version },
    protocols: ['activitypub'],
    services: { outbound: [], inbound: [] },
    usage: { users: { total: localPeople(state).length }, localPosts: state.statuses.size },
    openRegistrations: false,
    metadata: {},
  })
}
