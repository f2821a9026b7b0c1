import './tools/cluster/test-cluster.ts'
