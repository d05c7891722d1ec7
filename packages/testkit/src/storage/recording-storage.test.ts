import { describe, expect, it } from 'vitest'

import { aConnection, anApp } from '../builders/account.js'
import { RecordingStorage } from './recording-storage.js'

describe('a recording storage', () => {
  // Holds R-0520.
  it('really stores', async () => {
    const storage = new RecordingStorage()
    const connection = aConnection()
    await storage.saveConnection(aConnection({ accountName: 'before' }))
    await storage.saveConnection(connection)

    expect(await storage.getConnection('fake:42')).toBe(connection)

    await storage.deleteConnection('fake:42')
    await storage.deleteConnection('fake:42')

    expect(await storage.getConnection('fake:42')).toBeNull()
  })

  it('keeps credentials by network and server', async () => {
    const app = anApp({ host: 'one.example' })
    const storage = new RecordingStorage({ apps: [app] })
    const other = anApp({ host: 'two.example' })
    await storage.saveApp(other)

    expect(await storage.getApp('fake', 'one.example')).toBe(app)
    expect(await storage.getApp('fake', 'two.example')).toBe(other)
    expect(await storage.getApp('fake', null)).toBeNull()
  })

  // Holds R-0520.
  it('records every call', async () => {
    const connection = aConnection()
    const storage = new RecordingStorage({ connections: [connection] })
    await storage.getConnection('fake:42')
    await storage.saveConnection(connection)

    expect(storage.names()).toEqual(['getConnection', 'saveConnection'])
    expect(storage.callsTo('saveConnection')).toMatchObject([{ name: 'saveConnection', args: [connection] }])

    storage.reset()

    expect(storage.calls).toEqual([])
    expect(await storage.getConnection('fake:42')).toBe(connection)
  })

  it('fails from then on, and records the call', async () => {
    const storage = new RecordingStorage()
    const full = new Error('disk full')
    storage.fails('saveConnection', full)

    await expect(storage.saveConnection(aConnection())).rejects.toBe(full)
    await expect(storage.saveConnection(aConnection())).rejects.toBe(full)
    expect(storage.names()).toEqual(['saveConnection', 'saveConnection'])
    expect(await storage.getConnection('fake:42')).toBeNull()

    storage.fails('saveConnection', null)

    await expect(storage.saveConnection(aConnection())).resolves.toBeUndefined()
  })
})
