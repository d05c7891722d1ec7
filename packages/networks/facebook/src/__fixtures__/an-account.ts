import { Connection, type ConnectionInit } from '@social/core/platform'

/** Creates a connection to the page in the made-up responses. */
export function anAccount(changes: Partial<ConnectionInit> = {}): Connection {
  return new Connection({
    platform: 'facebook',
    accountId: '100000000000001',
    accountName: "Ada's Cakes",
    token: { accessToken: 'EAAG-page-token' },
    scopes: ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'],
    extra: { pageId: '100000000000001', personId: '218471' },
    ...changes,
  })
}
