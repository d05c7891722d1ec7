import { expect, it } from 'vitest'

import { FileStore } from './file-store.js'

const file = (bytes: number) => ({ bytes: new Uint8Array(bytes).fill(7), contentType: 'image/png' })
const get = (store: FileStore, id: string, range?: string) =>
  store.serve(id, new Request('http://a.example/', { headers: range === undefined ? {} : { range } }))

it('removes the oldest file when it is full', () => {
  const store = new FileStore(10)
  for (const id of ['a', 'b', 'c']) store.keep(id, file(4))
  expect(['a', 'b', 'c'].map((id) => get(store, id).status)).toEqual([404, 200, 200])
  store.keep('d', file(11))
  expect(get(store, 'd').status).toBe(404)
  store.keep('b', file(4))
  store.keep('e', file(2))
  expect(['b', 'c', 'e'].map((id) => get(store, id).status)).toEqual([200, 200, 200])
})

it('serves ranges, and no content that a browser would run', async () => {
  const store = new FileStore()
  store.keep('a', file(10))
  const part = get(store, 'a', 'bytes=2-4')
  expect([part.status, part.headers.get('content-range'), (await part.arrayBuffer()).byteLength]).toEqual([
    206,
    'bytes 2-4/10',
    3,
  ])
  expect(get(store, 'a', 'bytes=8-').headers.get('content-range')).toBe('bytes 8-9/10')
  expect(get(store, 'a', 'bytes=10-').status).toBe(416)
  expect(get(store, 'a').headers.get('x-content-type-options')).toBe('nosniff')
})
