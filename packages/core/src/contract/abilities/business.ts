import type { RawData } from '../../errors/index.js'
import type { BusinessLocation, Verification, VerificationOption } from '../../models/index.js'
import type { Call } from '../calls.js'

/** Reads and changes a business listing. */
export interface CanEditBusinessInfo {
  getLocation(call: Call): Promise<BusinessLocation>
  updateLocation(fields: RawData, call: Call): Promise<BusinessLocation>
}

/** Proves that a business listing is one's own. */
export interface CanManageVerification {
  verificationOptions(call: Call): Promise<readonly VerificationOption[]>
  startVerification(method: string, call: Call): Promise<Verification>
  completeVerification(id: string, pin: string, call: Call): Promise<Verification>
  verificationState(call: Call): Promise<string>
}
