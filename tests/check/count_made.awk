# count_made.awk -v form=FORM -v nodes=N -v gpus=G: what a tool of clusters prints of N nodes that
# have G GPUs each.

function uuid(n, g) {
	return sprintf("GPU-%08x-0000-4000-8000-%012x", n, g)
}

function gpustat(n,   g) {
	printf "node%d  Sat Nov 21 10:00:00 2026  550.54.15\n", n
	for (g = 0; g < gpus; g++)
		printf "[%d] NVIDIA L40S | 35°C,   0 %% |     4 / 46068 MB |\n", g
}

function gpustat_json(n,   g) {
	printf "{\n  \"hostname\": \"node%d\",\n  \"driver_version\": \"550.54.15\",\n", n
	printf "  \"query_time\": \"2026-11-22T13:16:34.120702\",\n  \"gpus\": ["
	for (g = 0; g < gpus; g++)
		printf "%s\n    {\n      \"index\": %d,\n      \"uuid\": \"%s\",\n      \"name\": " \
		       "\"NVIDIA L40S\",\n      \"memory.total\": 46068,\n      \"processes\": []\n    }",
		       g ? "," : "", g, uuid(n, g)
	print "\n  ]\n}"
}

function dcgmi(n,   g) {
	printf "%d GPU%s found.\n", gpus, gpus == 1 ? "" : "s"
	print "+--------+--------------------------------------------------+"
	print "| GPU ID | Device Information                               |"
	print "+--------+--------------------------------------------------+"
	for (g = 0; g < gpus; g++) {
		printf "| %-6d | %-48s |\n", g, "Name: NVIDIA L40S"
		printf "|        | %-48s |\n", sprintf("PCI Bus ID: 00000000:%02X:00.0", g + 1)
		printf "|        | %-48s |\n", "Device UUID: " uuid(n, g)
		print "+--------+--------------------------------------------------+"
	}
}

function scontrol(n) {
	printf "NodeName=node%d Arch=x86_64 CoresPerSocket=32 \n", n
	print "   CPUAlloc=0 CPUEfctv=128 CPUTot=128 CPULoad=0.01"
	printf "   Gres=gpu:l40s:%d(S:0-1)\n   NodeAddr=node%d NodeHostName=node%d\n\n", gpus, n, n
}

function slurm_line(n) {
	printf "NodeName=node%d CPUs=64 RealMemory=257000 Gres=gpu:l40s:%d,nvme:1 State=IDLE\n", n, gpus
}

function sinfo(n) {
	if (n == 1)
		print "NODELIST        GRES                      PARTITION"
	printf "%-15s %-25s %s\n", "node" n, "gpu:l40s:" gpus, "gpu"
}

function describe(n) {
	printf "Name:               node%d\nRoles:              <none>\n", n
	print "Labels:             kubernetes.io/arch=amd64"
	print "                    nvidia.com/gpu.count=" gpus
	print "                    nvidia.com/gpu.product=NVIDIA-L40S"
	print "Annotations:        node.alpha.kubernetes.io/ttl: 0"
	printf "Capacity:\n  cpu:                96\n  nvidia.com/gpu:     %d\n", gpus
	print "Events:              <none>\n\n"
}

function ray_list(n) {
	if (n == 1)
		print "    NODE_ID  NODE_IP  IS_HEAD_NODE  STATE  STATE_MESSAGE  NODE_NAME  RESOURCES_TOTAL"
	printf " %d  %056x  192.0.2.%d  False  ALIVE    192.0.2.%d  CPU: 4.0\n", n - 1, n, n, n
	printf "      GPU: %d.0\n      accelerator_type:L40S: 1.0\n      memory: 15.9 GiB\n", gpus
}

function ray_json(n) {
	printf "%s{\n  \"NodeID\": \"%056x\",\n  \"Alive\": true,\n", n == 1 ? "[\n" : ",\n", n
	printf "  \"Resources\": {\n    \"CPU\": 4.0,\n    \"GPU\": %d.0,\n", gpus
	printf "    \"accelerator_type:L40S\": 1.0\n  }\n}"
	if (n == nodes)
		print "\n]"
}

BEGIN {
	for (i = 1; i <= nodes; i++) {
		if (form == "gpustat")
			gpustat(i)
		else if (form == "gpustat_json")
			gpustat_json(i)
		else if (form == "dcgmi")
			dcgmi(i)
		else if (form == "scontrol")
			scontrol(i)
		else if (form == "slurm_line")
			slurm_line(i)
		else if (form == "sinfo")
			sinfo(i)
		else if (form == "describe")
			describe(i)
		else if (form == "ray_list")
			ray_list(i)
		else
			ray_json(i)
	}
}
