// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Imitates USDC on the local chain: ERC-20 with ERC-3009, and addresses that can be frozen. Anybody can mint it.
contract TestUSDC {
    string public constant name = "USDC";
    string public constant version = "2";
    string public constant symbol = "USDC";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isFrozen;
    mapping(address => mapping(bytes32 => bool)) public authorizationState;

    event Transfer(address indexed from, address indexed to, uint256 value);

    bytes32 private constant TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function freeze(address account, bool frozen) external {
        isFrozen[account] = frozen;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function receiveWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes calldata signature
    ) external {
        require(to == msg.sender, "caller must be the payee");
        require(block.timestamp > validAfter && block.timestamp < validBefore, "not valid now");
        require(!authorizationState[from][nonce], "used before");
        bytes32 message = keccak256(abi.encode(TYPEHASH, from, to, value, validAfter, validBefore, nonce));
        require(_signer(keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), message)), signature) == from, "wrong signature");
        authorizationState[from][nonce] = true;
        _move(from, to, value);
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this)
            )
        );
    }

    function _signer(bytes32 hash, bytes calldata signature) private pure returns (address signer) {
        require(signature.length == 65, "wrong signature");
        signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        require(signer != address(0), "wrong signature");
    }

    function _move(address from, address to, uint256 value) private {
        require(!isFrozen[from] && !isFrozen[to], "frozen");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
