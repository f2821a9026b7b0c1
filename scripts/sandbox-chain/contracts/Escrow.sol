// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

// Substitute contracts for the local chain, with the interface of the Commerce Payments Protocol. They must never hold
// real money: for that there is the protocol's audited AuthCaptureEscrow.

struct PaymentInfo {
    address operator;
    address payer;
    address receiver;
    address token;
    uint120 maxAmount;
    uint48 preApprovalExpiry;
    uint48 authorizationExpiry;
    uint48 refundExpiry;
    uint16 minFeeBps;
    uint16 maxFeeBps;
    address feeReceiver;
    uint256 salt;
}

interface IToken {
    function transfer(address to, uint256 value) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
    function receiveWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes calldata signature
    ) external;
}

/// The token store of one operator. Only the escrow can move its tokens.
contract TokenStore {
    address private immutable escrow = msg.sender;

    function send(address token, address to, uint256 amount) external {
        require(msg.sender == escrow, "only escrow");
        require(IToken(token).transfer(to, amount), "transfer failed");
    }
}

contract Escrow {
    struct State {
        bool hasCollectedPayment;
        uint120 capturableAmount;
        uint120 refundableAmount;
    }

    bytes32 private constant TYPEHASH = keccak256(
        "PaymentInfo(address operator,address payer,address receiver,address token,uint120 maxAmount,uint48 preApprovalExpiry,uint48 authorizationExpiry,uint48 refundExpiry,uint16 minFeeBps,uint16 maxFeeBps,address feeReceiver,uint256 salt)"
    );

    mapping(bytes32 => State) public paymentState;

    event PaymentAuthorized(bytes32 indexed paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector);
    event PaymentCaptured(bytes32 indexed paymentInfoHash, uint256 amount, uint16 feeBps, address feeReceiver);
    event PaymentVoided(bytes32 indexed paymentInfoHash, uint256 amount);
    event PaymentReclaimed(bytes32 indexed paymentInfoHash, uint256 amount);

    modifier onlySender(address sender) {
        require(msg.sender == sender, "wrong sender");
        _;
    }

    function authorize(PaymentInfo calldata info, uint256 amount, address collector, bytes calldata data)
        external
        onlySender(info.operator)
    {
        require(amount > 0 && amount <= info.maxAmount, "wrong amount");
        require(block.timestamp < info.preApprovalExpiry, "too late");
        require(
            info.preApprovalExpiry <= info.authorizationExpiry && info.authorizationExpiry <= info.refundExpiry, "wrong expiries"
        );
        require(info.minFeeBps <= info.maxFeeBps && info.maxFeeBps <= 10_000, "wrong fees");
        bytes32 hash = getHash(info);
        require(!paymentState[hash].hasCollectedPayment, "collected before");
        paymentState[hash] = State(true, uint120(amount), 0);
        emit PaymentAuthorized(hash, info, amount, collector);
        address store = getTokenStore(info.operator);
        if (store.code.length == 0) new TokenStore{salt: bytes32(uint256(uint160(info.operator)))}();
        uint256 before = IToken(info.token).balanceOf(store);
        Collector(collector).collectTokens(info, store, amount, data);
        require(IToken(info.token).balanceOf(store) == before + amount, "not collected");
    }

    function capture(PaymentInfo calldata info, uint256 amount, uint16 feeBps, address feeReceiver)
        external
        onlySender(info.operator)
    {
        require(amount > 0 && block.timestamp < info.authorizationExpiry, "too late");
        require(feeBps >= info.minFeeBps && feeBps <= info.maxFeeBps, "wrong fee");
        require(feeBps == 0 || feeReceiver != address(0), "no fee receiver");
        require(info.feeReceiver == address(0) || info.feeReceiver == feeReceiver, "wrong fee receiver");
        bytes32 hash = getHash(info);
        State storage state = paymentState[hash];
        require(amount <= state.capturableAmount, "too much");
        state.capturableAmount -= uint120(amount);
        state.refundableAmount += uint120(amount);
        emit PaymentCaptured(hash, amount, feeBps, feeReceiver);
        uint256 fee = amount * feeBps / 10_000;
        if (fee > 0) _send(info, feeReceiver, fee);
        if (amount > fee) _send(info, info.receiver, amount - fee);
    }

    function void(PaymentInfo calldata info) external onlySender(info.operator) {
        bytes32 hash = getHash(info);
        emit PaymentVoided(hash, _return(info, hash));
    }

    function reclaim(PaymentInfo calldata info) external onlySender(info.payer) {
        require(block.timestamp >= info.authorizationExpiry, "too early");
        bytes32 hash = getHash(info);
        emit PaymentReclaimed(hash, _return(info, hash));
    }

    function getHash(PaymentInfo memory info) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), keccak256(abi.encode(TYPEHASH, info))));
    }

    function getTokenStore(address operator) public view returns (address) {
        bytes32 salt = bytes32(uint256(uint160(operator)));
        bytes32 code = keccak256(type(TokenStore).creationCode);
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, code)))));
    }

    function _return(PaymentInfo calldata info, bytes32 hash) private returns (uint256 amount) {
        amount = paymentState[hash].capturableAmount;
        require(amount > 0, "nothing left");
        paymentState[hash].capturableAmount = 0;
        _send(info, info.payer, amount);
    }

    function _send(PaymentInfo calldata info, address to, uint256 amount) private {
        TokenStore(getTokenStore(info.operator)).send(info.token, to, amount);
    }
}

/// Collects the tokens of a payment into the operator's store, with the transfer that the payer has signed (ERC-3009).
contract Collector {
    Escrow private immutable escrow;

    constructor(Escrow escrow_) {
        escrow = escrow_;
    }

    function collectTokens(PaymentInfo memory info, address store, uint256 amount, bytes calldata signature) external {
        require(msg.sender == address(escrow), "only escrow");
        address payer = info.payer;
        info.payer = address(0);
        bytes32 nonce = escrow.getHash(info);
        IToken token = IToken(info.token);
        token.receiveWithAuthorization(payer, address(this), info.maxAmount, 0, info.preApprovalExpiry, nonce, signature);
        require(token.transfer(store, amount), "transfer failed");
        if (info.maxAmount > amount) require(token.transfer(payer, info.maxAmount - amount), "transfer failed");
    }
}
