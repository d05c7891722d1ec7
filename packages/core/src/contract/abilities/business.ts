import type { RawData } from '../../errors/index.js'
import type { BusinessLocation, Verification, VerificationOption } from '../../models/index.js'
import type { CallOptions } from '../call-options.js'
import type { Ability } from './ability.js'

/** What an application does with a business listing. */
export interface BusinessOperations {
  /** The business listing. */
  getLocation(options?: CallOptions): Promise<BusinessLocation>
  /** Changes the named fields of the business listing, under the network's own names. */
  updateLocation(fields: RawData, options?: CallOptions): Promise<BusinessLocation>
  /** Ways to prove that the listing is one's own. */
  verificationOptions(options?: CallOptions): Promise<readonly VerificationOption[]>
  /** Starts proving it. */
  startVerification(method: string, options?: CallOptions): Promise<Verification>
  /** Ends proving it. @throws AuthError for a wrong pin. */
  completeVerification(id: string, pin: string, options?: CallOptions): Promise<Verification>
  /** The network's own word for how far it is. */
  verificationState(options?: CallOptions): Promise<string>
}

/** Reads and changes a business listing. */
export type CanEditBusinessInfo = Ability<BusinessOperations, 'getLocation' | 'updateLocation'>

/** Proves that a business listing is one's own. */
export type CanManageVerification = Ability<
  BusinessOperations,
  'verificationOptions' | 'startVerification' | 'completeVerification' | 'verificationState'
>

/** The abilities of this topic. */
export type BusinessAbilities = CanEditBusinessInfo & CanManageVerification
