#include "unit/unit.h"

#include <string.h>

#include "fact/redact.h"
#include "fact/host.h"

enum { GPUS = 4 };

/* Four GPUs of one kind with UUIDs GPU-a0…, GPU-a1…; the last has two MIG devices. */
static struct host host_with(struct arena *a, const char *visible)
{
	struct host h = host_new("test");

	h.visible_devices = visible;
	for (int i = 0; i < GPUS; i++) {
		struct gpu g = gpu_new(i);

		g.name = "NVIDIA A30";
		g.uuid = arena_printf(a, "GPU-a%d000000-1111-2222-3333-444444444444", i);
		ARRAY_ADD(a, h.gpus) = g;
	}
	h.gpus.v[3].mig.mode = "Enabled";
	h.gpus.v[3].mig.n = 2;
	h.gpus.v[3].mig.devices = arena_array(a, 2, sizeof(struct mig_device));
	h.gpus.v[3].mig.devices[0].uuid = "MIG-b0000000-1111-2222-3333-444444444444";
	h.gpus.v[3].mig.devices[1].uuid = "MIG-b1000000-1111-2222-3333-444444444444";
	return h;
}

/* One letter per GPU: v visible, h hidden. */
static const char *seen(struct arena *a, const char *visible)
{
	struct host h = host_with(a, visible);
	char *text = arena_alloc(a, GPUS + 1);

	host_apply_visible(a, &h);
	for (int i = 0; i < GPUS; i++)
		text[i] = h.gpus.v[i].hidden ? 'h' : 'v';
	return text;
}

TEST(visible_devices_by_the_rules)
{
	static const struct {
		const char *value, *seen;
	} cases[] = {
		{ NULL, "vvvv" },
		{ "", "hhhh" },
		{ "0", "vhhh" },
		{ "2,0", "vhvh" },
		{ " 1 , 2", "hvvh" },
		{ "0,2,-1,1", "vhvh" },
		{ "-1", "hhhh" },
		{ "-1,0", "hhhh" },
		{ "4", "hhhh" },
		{ "0,4,1", "vhhh" },
		{ "0,,1", "vhhh" },
		{ "1,1", "hhhh" },
		{ "0,1,0", "hhhh" },
		{ "NoDevFiles", "hhhh" },
		{ "none", "hhhh" },
		{ "0x1", "hhhh" },
		{ "GPU-a1", "hvhh" },
		{ "GPU-a1000000-1111-2222-3333-444444444444,GPU-a0", "vvhh" },
		{ "GPU-a", "hhhh" },
		{ "GPU-", "hhhh" },
		{ "GPU-a9,GPU-a1", "hhhh" },
		{ "GPU-a1,2", "hvhh" },
		{ "2,GPU-a1", "hhvh" },
		{ "MIG-b1", "hhhv" },
		{ "MIG-b", "hhhv" },
		{ "MIG-c0", "hhhh" },
		{ "MIG-GPU-a3000000-1111-2222-3333-444444444444/1/0", "hhhv" },
	};
	ARENA_AUTO a = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (strcmp(seen(&a, cases[i].value), cases[i].seen) != 0)
			fail_msg("'%s': %s, expected %s", cases[i].value,
				 seen(&a, cases[i].value), cases[i].seen);
}

TEST(visible_indexes_of_different_gpus_are_not_guessed)
{
	ARENA_AUTO a = { 0 };
	struct host h = host_with(&a, "0");

	h.gpus.v[1].name = "NVIDIA A100-PCIE-40GB";
	host_apply_visible(&a, &h);
	assert_false(h.gpus.v[1].hidden);
	assert_int_equal(h.problems.n, 1);
	assert_int_equal(h.problems.v[0].what.gpu, -1);

	h.device_order = "PCI_BUS_ID";
	h.problems.n = 0;
	host_apply_visible(&a, &h);
	assert_true(h.gpus.v[1].hidden);
	assert_int_equal(h.problems.n, 3);
}

TEST(redact_takes_homes_out_of_any_text)
{
	static const struct {
		const char *text, *redacted;
	} cases[] = {
		{ "/home/alice/env", "~/env" },
		{ "/home/alice", "~" },
		{ "at /home/alice/x and /Users/bob/y", "at ~/x and ~/y" },
		{ "C:\\Users\\Bob Smith\\x", "~\\x" },
		{ "\"d:\\\\Users\\\\Bob\\\\x\"", "\"~\\\\x\"" },
		{ "torch @ file:///home/alice/x.whl", "torch @ file://~/x.whl" },
		{ "https://h/home/alice/x", "https://h/home/alice/x" },
		{ "/root/.venv", "~/.venv" },
		{ "/rootfs/a", "/rootfs/a" },
		{ "/data/home/alice/x", "/data/home/alice/x" },
		{ "/opt/conda", "/opt/conda" },
		{ "/scratch/u1/env", "~/env" },
		{ "PATH=/home/alice/bin", "PATH=~/bin" },
	};
	ARENA_AUTO a = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_string_equal(redact_path(&a, cases[i].text, "/scratch/u1"),
				    cases[i].redacted);
	assert_null(redact_path(&a, NULL, NULL));
}

TEST(redacted_uuids_hide_the_same_gpus)
{
	ARENA_AUTO a = { 0 };
	struct host h = host_with(&a, "GPU-a2,MIG-b1,GPU-zz");

	h.name = "node17.example.org";
	redact_host(&a, &h, 1, NULL);
	assert_string_equal(h.visible_devices, "GPU-02,MIG-03-01,unknown");
	assert_string_equal(h.name, "host-1");
	assert_string_equal(h.gpus.v[3].mig.devices[0].uuid, "MIG-03-00");
	host_apply_visible(&a, &h);
	assert_true(h.gpus.v[0].hidden);
	assert_false(h.gpus.v[2].hidden);
	assert_true(h.gpus.v[1].hidden);
}
