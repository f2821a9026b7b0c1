import { parseAbi } from 'viem'

// The ABI of the escrow of the Commerce Payments Protocol (AuthCaptureEscrow), as far as it is used, and of ERC-20.

const INFO =
  'struct PaymentInfo { address operator; address payer; address receiver; address token; uint120 maxAmount; uint48 preApprovalExpiry; uint48 authorizationExpiry; uint48 refundExpiry; uint16 minFeeBps; uint16 maxFeeBps; address feeReceiver; uint256 salt; }'

export const ESCROW = parseAbi([
  INFO,
  'function authorize(PaymentInfo paymentInfo, uint256 amount, address tokenCollector, bytes collectorData)',
  'function capture(PaymentInfo paymentInfo, uint256 amount, uint16 feeBps, address feeReceiver)',
  'function void(PaymentInfo paymentInfo)',
  'function reclaim(PaymentInfo paymentInfo)',
  'function getHash(PaymentInfo paymentInfo) view returns (bytes32)',
  'function getTokenStore(address operator) view returns (address)',
  'function paymentState(bytes32 paymentInfoHash) view returns (bool hasCollectedPayment, uint120 capturableAmount, uint120 refundableAmount)',
  'event PaymentAuthorized(bytes32 indexed paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector)',
  'event PaymentCharged(bytes32 indexed paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector, uint16 feeBps, address feeReceiver)',
  'event PaymentCaptured(bytes32 indexed paymentInfoHash, uint256 amount, uint16 feeBps, address feeReceiver)',
  'event PaymentVoided(bytes32 indexed paymentInfoHash, uint256 amount)',
  'event PaymentReclaimed(bytes32 indexed paymentInfoHash, uint256 amount)',
  'event PaymentRefunded(bytes32 indexed paymentInfoHash, uint256 amount, address tokenCollector)',
])

export const TOKEN = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
])

/** Names of the escrow's events. Its `charge`, which pays the receiver without holding the money, is never called. */
export const KINDS = {
  PaymentAuthorized: 'authorize',
  PaymentCharged: 'charge',
  PaymentCaptured: 'capture',
  PaymentVoided: 'void',
  PaymentReclaimed: 'reclaim',
  PaymentRefunded: 'refund',
} as const
