// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Collector, Escrow, PaymentInfo} from "../contracts/Escrow.sol";
import {TestUSDC} from "../contracts/TestUSDC.sol";

interface Cheats {
    function prank(address) external;
    function warp(uint256) external;
    function addr(uint256) external returns (address);
    function sign(uint256, bytes32) external returns (uint8, bytes32, bytes32);
    function expectRevert() external;
    function assume(bool) external;
}

Cheats constant VM = Cheats(address(uint160(uint256(keccak256("hevm cheat code")))));
address constant OPERATOR = address(0xa1);
address constant RECEIVER = address(0xb2);
address constant FEES = address(0xc3);
uint256 constant KEY = 7;

/// Calls that an operator, a payer or a stranger could make, in random order, with payments of one payer.
contract Handler {
    Escrow public immutable escrow;
    TestUSDC public immutable token;
    Collector private immutable collector;
    address public immutable payer = VM.addr(KEY);
    PaymentInfo[] private infos;
    uint256 public authorized;
    uint256 public paid;
    uint256 public fees;
    uint256 public returned;

    constructor() {
        escrow = new Escrow();
        token = new TestUSDC();
        collector = new Collector(escrow);
    }

    function info(uint256 amount, uint256 salt) public view returns (PaymentInfo memory) {
        uint48 now48 = uint48(block.timestamp);
        return PaymentInfo(
            OPERATOR, payer, RECEIVER, address(token), uint120(amount), now48 + 1 hours, now48 + 10 days, now48 + 10 days, 0, 1000,
            address(0), salt
        );
    }

    function signatureOf(PaymentInfo memory given) public returns (bytes memory) {
        given.payer = address(0);
        bytes32 nonce = escrow.getHash(given);
        bytes32 typehash = keccak256(
            "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
        bytes32 message = keccak256(
            abi.encode(typehash, payer, address(collector), uint256(given.maxAmount), 0, uint256(given.preApprovalExpiry), nonce)
        );
        given.payer = payer;
        (uint8 v, bytes32 r, bytes32 s) = VM.sign(KEY, keccak256(abi.encodePacked("\x19\x01", token.DOMAIN_SEPARATOR(), message)));
        return abi.encodePacked(r, s, v);
    }

    function authorize(uint96 amount, uint256 salt) external {
        if (amount == 0) return;
        PaymentInfo memory given = info(amount, salt);
        token.mint(payer, amount);
        bytes memory signature = signatureOf(given);
        VM.prank(OPERATOR);
        try escrow.authorize(given, amount, address(collector), signature) {
            infos.push(given);
            authorized += amount;
        } catch {
            returned += amount;
            authorized += amount;
        }
    }

    function capture(uint256 which, uint256 amount, uint16 bps) external {
        if (infos.length == 0) return;
        PaymentInfo memory given = infos[which % infos.length];
        amount = amount % (uint256(given.maxAmount) + 2);
        // Some amounts and fees are above the signed limits, and must be refused.
        bps = bps % 1100;
        VM.prank(OPERATOR);
        try escrow.capture(given, amount, bps, FEES) {
            fees += amount * bps / 10_000;
            paid += amount - amount * bps / 10_000;
        } catch {}
    }

    function void(uint256 which) external {
        _return(which, OPERATOR);
    }

    function reclaim(uint256 which) external {
        _return(which, payer);
    }

    function byStranger(uint256 which, uint256 amount, address stranger) external {
        if (infos.length == 0 || stranger == OPERATOR || stranger == payer) return;
        PaymentInfo memory given = infos[which % infos.length];
        VM.prank(stranger);
        try escrow.capture(given, amount % 1000 + 1, 0, stranger) {
            revert("a stranger captured");
        } catch {}
        VM.prank(stranger);
        try escrow.void(given) {
            revert("a stranger voided");
        } catch {}
        VM.prank(stranger);
        try escrow.reclaim(given) {
            revert("a stranger reclaimed");
        } catch {}
    }

    function wait_(uint32 time) external {
        VM.warp(block.timestamp + time % 3 days);
    }

    function _return(uint256 which, address by) private {
        if (infos.length == 0) return;
        PaymentInfo memory given = infos[which % infos.length];
        (, uint120 left,) = escrow.paymentState(escrow.getHash(given));
        VM.prank(by);
        if (by == OPERATOR) {
            try escrow.void(given) {
                returned += left;
            } catch {}
        } else {
            try escrow.reclaim(given) {
                returned += left;
            } catch {}
        }
    }

    function inStore() external view returns (uint256) {
        return token.balanceOf(escrow.getTokenStore(OPERATOR));
    }
}

contract EscrowTest {
    Handler private handler;
    Escrow private escrow;
    TestUSDC private token;

    function setUp() public {
        handler = new Handler();
        escrow = handler.escrow();
        token = handler.token();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// Every authorized token was paid, taken as a fee, returned, or is in the store. No other tokens exist.
    function invariant_everyUnitIsPaidReturnedOrThere() public view {
        require(handler.authorized() == handler.paid() + handler.fees() + handler.returned() + handler.inStore(), "units");
        require(token.balanceOf(RECEIVER) == handler.paid(), "receiver");
        require(token.balanceOf(FEES) == handler.fees(), "fees");
        require(token.balanceOf(handler.payer()) == handler.returned(), "payer");
        require(token.totalSupply() == handler.authorized(), "supply");
    }

    function testFuzz_capturesAndTheVoidSumToTheAuthorization(uint96 amount, uint96 first, uint16 bps) public {
        VM.assume(amount > 1);
        uint256 part = first % amount;
        bps = bps % 1001;
        PaymentInfo memory info = handler.info(amount, 1);
        handler.authorize(amount, 1);
        if (part > 0) handler.capture(0, part, bps);
        handler.void(0);
        uint256 fee = part * bps / 10_000;
        require(token.balanceOf(FEES) == fee && token.balanceOf(RECEIVER) == part - fee, "captured");
        require(token.balanceOf(info.payer) == amount - part && handler.inStore() == 0, "returned");
    }

    function test_aPaymentIsAuthorizedOnce() public {
        handler.authorize(100, 1);
        handler.authorize(100, 1);
        require(handler.inStore() == 100 && token.balanceOf(handler.payer()) == 100, "twice");
    }

    function test_thePayerReclaimsOnlyAfterTheExpiry() public {
        handler.authorize(100, 1);
        handler.reclaim(0);
        require(handler.inStore() == 100, "too early");
        VM.warp(block.timestamp + 10 days);
        handler.capture(0, 50, 0);
        require(handler.inStore() == 100, "captured too late");
        handler.reclaim(0);
        require(token.balanceOf(handler.payer()) == 100, "not returned");
    }

    function test_aFeeAboveTheSignedOneIsRefused() public {
        handler.authorize(100_000, 1);
        handler.capture(0, 50_000, 1001);
        require(handler.inStore() == 100_000, "captured");
    }

    function test_aFrozenReceiverStopsACaptureAndNothingElse() public {
        handler.authorize(100, 1);
        token.freeze(RECEIVER, true);
        handler.capture(0, 50, 0);
        require(handler.inStore() == 100, "captured");
        handler.void(0);
        require(token.balanceOf(handler.payer()) == 100, "not returned");
    }
}
