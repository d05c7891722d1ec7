/**
 * Program that the thread of a `workerStorage` runs. The program is a string, because the built package has no
 * separate file for it. The threads exchange records. The program converts records to connections and apps for the
 * storage.
 */
export const THREAD_PROGRAM = `
import { parentPort, workerData } from 'node:worker_threads'

const METHODS = ['getConnection', 'saveConnection', 'deleteConnection', 'getApp', 'saveApp']
const { fromRecord, toRecord } = await import(workerData.core)
const found = (await import(workerData.module))[workerData.exportName]
const make = (value) => {
  if (typeof value !== 'function') return value
  return value.prototype ? new value(workerData.settings) : value(workerData.settings)
}
const storage = await make(found)
const missing = METHODS.filter((method) => typeof storage?.[method] !== 'function')
if (missing.length > 0)
  throw new Error('its export "' + workerData.exportName + '" has no ' + missing.join(', ') + '.')

const revive = (value) => (typeof value === 'object' && value !== null ? fromRecord(value) : value)
const CALLS = {
  getConnection: async (id) => keep(await storage.getConnection(id)),
  saveConnection: async (connection) => void (await storage.saveConnection(connection)),
  deleteConnection: async (id) => void (await storage.deleteConnection(id)),
  getApp: async (platform, host) => keep(await storage.getApp(platform, host)),
  saveApp: async (app) => void (await storage.saveApp(app)),
  saveRenewed: async (next, previous) => {
    if (typeof storage.saveRenewed === 'function') return (await storage.saveRenewed(next, previous)) === true
    const token = (await storage.getConnection(previous.id))?.token
    if (!token || !isSame(token, previous.token)) return false
    await storage.saveConnection(next)
    return true
  },
}
function isSame(one, other) {
  return one.accessToken === other.accessToken && one.refreshToken === other.refreshToken
}
function keep(value) {
  return value === null || value === undefined ? null : toRecord(value)
}
// Errors of a driver may contain values that cannot be sent to another thread.
function plain(error) {
  if (!(error instanceof Error)) return new Error(String(error))
  const copy = new Error(error.message)
  copy.name = error.name
  copy.stack = error.stack
  return copy
}
parentPort.on('message', async ({ id, method, args }) => {
  try {
    parentPort.postMessage({ id, value: await CALLS[method](...args.map(revive)) })
  } catch (error) {
    parentPort.postMessage({ id, error: plain(error) })
  }
})
`
