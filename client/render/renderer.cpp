#include "client/render/renderer.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "client/render/coarse_mesh.hpp"
#include "client/render/texture_graph.hpp"

namespace albireo::embedded {
std::span<const gpu::Asset> render_assets();
}

namespace albireo::render {

std::span<const gpu::Asset> embedded_assets() {
    return embedded::render_assets();
}

namespace {

template <class Item, std::size_t kCount>
constexpr std::size_t room(scene::FixedList<Item, kCount> scene::View::*) {
    return kCount * sizeof(Item);
}
using scene::View;

// In the texture of bones: those of a pose at rest, then the view's. bones.glsl has the same numbers.
constexpr int kRestBones = 32, kBonesAcross = 128;
static_assert((kRestBones + View::kBonesMax) % kBonesAcross == 0);

// A view that is full leaves half of a frame's memory for blocks, particles and letters.
static_assert(room(&View::instances) + room(&View::points) + room(&View::capsules) + room(&View::blacks) +
                  room(&View::enemy_shots) + room(&View::player_shots) + room(&View::ribbons) + room(&View::bolts) +
                  room(&View::sea) + room(&View::bends) + room(&View::puffs) + room(&View::lines) <=
              Options{}.stream_bytes / 2);

}  // namespace

Renderer::Renderer(gpu::Device& device, const gpu::ShaderLibrary& library, const scene::LevelMeshes& level_meshes,
                   const Options& options)
    : device_(device), library_(library), options_(options), scale_max_(options.scale), bones_(kRestBones + View::kBonesMax) {
    take_size(options.width, options.height);
    const PassSetup setup{device, library, options_};
    // The frame, in order.
    passes_.push_back(make_shadow_pass(setup));
    passes_.push_back(make_geometry_pass(setup));
    passes_.push_back(make_occlusion_pass(setup));
    passes_.push_back(make_light_pass(setup));
    passes_.push_back(make_reflection_pass(setup));
    passes_.push_back(make_material_pass(setup));
    passes_.push_back(make_focus_pass(setup));
    passes_.push_back(make_haze_pass(setup));
    passes_.push_back(make_sea_pass(setup));
    passes_.push_back(make_beam_pass(setup));
    passes_.push_back(make_particle_pass(setup));
    passes_.push_back(make_shot_pass(setup));
    passes_.push_back(make_post_pass(setup));
    passes_.push_back(make_hud_pass(setup));
    passes_.push_back(make_debug_pass(setup));
    look_ = setup.screen("shaders/look_at.frag");
    look_at_surfaces_ = setup.program("shaders/screen.vert", "shaders/look_at.frag", {"SURFACES"});
    load(level_meshes);
    make_buffers();
}

Renderer::~Renderer() = default;

namespace {

/// A mesh from outside may be anything.
void check(const scene::LevelMesh& mesh, std::size_t number) {
    const auto fail = [&](const std::string& what) {
        throw gpu::AssetError{"mesh " + std::to_string(number) + " ('" + mesh.graph + "'): " + what};
    };
    if (mesh.indices.size() % 3 != 0) fail(std::to_string(mesh.indices.size()) + " indices do not make whole triangles");
    for (const std::uint32_t index : mesh.indices) {
        if (index >= mesh.vertices.size()) {
            fail("index " + std::to_string(index) + " of " + std::to_string(mesh.vertices.size()) + " vertices");
        }
    }
    for (const scene::MeshVertex& v : mesh.vertices) {
        if (!std::isfinite(v.at.x + v.at.y + v.at.z + v.normal.x + v.normal.y + v.normal.z))
            fail("a vertex has a coordinate that is not a number");
    }
}

}  // namespace

/// The group of meshes that are drawn with this one's programs. A new one has none yet.
Batch::Group& Renderer::group_of(const scene::LevelMesh& mesh) {
    const auto is_its = [&](const Batch::Group& group) { return group.graph == mesh.graph && group.has_bones == mesh.has_bones; };
    const auto found = std::ranges::find_if(batch_.groups, is_its);
    if (found != batch_.groups.end()) return *found;
    Batch::Group& group = batch_.groups.emplace_back();
    group.graph = mesh.graph;
    group.has_bones = mesh.has_bones;
    return group;
}

/// Compiles a program of the mesh's group. Returns false if none is missing.
bool Renderer::compile_next(const scene::LevelMesh& mesh) {
    Batch::Group& group = group_of(mesh);
    const auto is_missing = [](const gpu::Owned<gpu::Program>& program) { return gpu::Program(program).id == 0; };
    gpu::Owned<gpu::Program>* const next = is_missing(group.geometry) ? &group.geometry : is_missing(group.material) ? &group.material : nullptr;
    if (next == nullptr) return false;
    const gpu::ShaderText graph = compile_graph(library_, "textures/graphs/" + mesh.graph + ".graph");
    std::vector<std::string> defines;
    if (mesh.is_rock) defines.emplace_back("ROCK");
    if (mesh.has_bones) defines.emplace_back("BONES");
    if (options_.samples > 1) defines.emplace_back("EDGES");
    if (!options_.relief) defines.emplace_back("COARSE");
    if (options_.reflection_texels > 0) defines.emplace_back("REFLECTIONS");
    const std::string_view fragment = next == &group.geometry ? "shaders/geometry.frag" : "shaders/material.frag";
    *next = {device_, device_.make_program(library_.assemble("shaders/instance.vert", defines), library_.assemble(fragment, defines, &graph))};
    return true;
}

/// Makes the triangles of the next mesh that has no coarse ones yet. Returns false if there is none.
bool Renderer::coarsen_next(const scene::LevelMeshes& level_meshes) {
    if (!options_.coarse || coarse_.size() >= level_meshes.meshes.size()) return false;
    const scene::LevelMesh& mesh = level_meshes.meshes[coarse_.size()];
    check(mesh, coarse_.size());
    coarse_.push_back(coarse_indices(mesh));
    return true;
}

void Renderer::load(const scene::LevelMeshes& level_meshes) {
    std::vector<scene::MeshVertex> vertices;
    std::vector<std::uint32_t> indices;
    std::vector<Model> models;
    std::size_t vertex_count = 0, index_count = 0;
    for (const scene::LevelMesh& mesh : level_meshes.meshes) {
        vertex_count += mesh.vertices.size();
        index_count += mesh.indices.size();
    }
    vertices.reserve(vertex_count);
    indices.reserve(index_count);
    while (coarsen_next(level_meshes)) {
    }
    for (const scene::LevelMesh& mesh : level_meshes.meshes) {
        check(mesh, models.size());
        while (compile_next(mesh)) {
        }
        const std::vector<std::uint32_t>& triangles = options_.coarse ? coarse_[models.size()] : mesh.indices;
        models.push_back({.first_index = static_cast<std::uint32_t>(indices.size()),
                          .index_count = static_cast<std::uint32_t>(triangles.size()),
                          .group = static_cast<std::uint32_t>(&group_of(mesh) - batch_.groups.data())});
        const auto base = static_cast<std::uint32_t>(vertices.size());
        vertices.insert(vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
        for (const std::uint32_t index : triangles) indices.push_back(base + index);
    }
    models_ = std::move(models);
    if (!vertices.empty()) {
        batch_.vertices = {device_, device_.make_vertices(std::as_bytes(std::span<const scene::MeshVertex>(vertices)))};
        batch_.indices = {device_, device_.make_indices(std::as_bytes(std::span<const std::uint32_t>(indices)))};
    }
    draw_order_.clear();
    for (std::uint32_t i = 0; i < models_.size(); ++i) draw_order_.push_back(i);
    std::stable_sort(draw_order_.begin(), draw_order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                         const auto key = [&](std::uint32_t i) {
                             return std::pair{batch_.groups[models_[i].group].has_bones, models_[i].group};
                         };
                         return key(a) < key(b);
                     });
    if (gpu::Texture(batch_.bones).id == 0 && std::ranges::any_of(batch_.groups, [](const Batch::Group& group) { return group.has_bones; })) {
        batch_.bones = {device_, device_.make_texture({.width = kBonesAcross * 2,
                                                       .height = static_cast<int>(bones_.size()) / kBonesAcross,
                                                       .format = gpu::Format::rgba32f,
                                                       .filter = gpu::Filter::nearest})};
        device_.upload(batch_.bones, std::as_bytes(std::span<const scene::BoneMotion>(bones_)));
    }
    batch_.runs.reserve(models_.size());
    counts_.resize(models_.size());
    starts_.resize(models_.size());
}

void Renderer::change_meshes(const scene::LevelMeshes& level_meshes) {
    Batch batch = std::exchange(batch_, {});
    std::vector<Model> models = std::exchange(models_, {});
    std::vector<std::uint32_t> draw_order = std::exchange(draw_order_, {});
    std::vector<std::vector<std::uint32_t>> coarse = std::exchange(coarse_, {});
    try {
        load(level_meshes);
    } catch (...) {
        batch_ = std::move(batch);
        models_ = std::move(models);
        draw_order_ = std::move(draw_order);
        coarse_ = std::move(coarse);
        throw;
    }
}

bool Renderer::grow(const scene::LevelMeshes& level_meshes) {
    for (const scene::LevelMesh& mesh : level_meshes.meshes) {
        if (compile_next(mesh)) return false;
    }
    if (coarsen_next(level_meshes)) return false;
    load(level_meshes);
    return true;
}

void Renderer::take_size(int width, int height) {
    width_ = width;
    height_ = height;
    box_ = scene::letterbox(width, height);
    options_.width = box_.width;
    options_.height = box_.height;
}

void Renderer::make_buffers() {
    if (options_.width <= 0 || options_.height <= 0) return;
    Options largest = options_;
    largest.scale = scale_max_;
    buffers_ = render::make_buffers(device_, largest);
    buffers_.made = ++buffers_made_;
    fit(buffers_, options_);
}

void Renderer::resize(int width, int height) {
    if (width == width_ && height == height_) return;
    buffers_ = {};  // before their like is made
    take_size(width, height);
    make_buffers();
}

bool Renderer::take(const Options& options) {
    if (options.relief != options_.relief || options.coarse != options_.coarse || (options.reflection_texels > 0) != (options_.reflection_texels > 0) || (options.samples > 1) != (options_.samples > 1) ||
        options.ripple_side != options_.ripple_side ||
        options.particles_max != options_.particles_max) {
        return false;
    }
    const int width = options_.width, height = options_.height;
    options_ = options;
    options_.width = width;
    options_.height = height;
    scale_max_ = options.scale;
    buffers_ = {};
    make_buffers();
    return true;
}

void Renderer::set_scale(float scale) {
    options_.scale = std::clamp(scale, 0.1F, scale_max_);
    if (options_.width > 0 && options_.height > 0) fit(buffers_, options_);
}

void Renderer::batch(const scene::View& view) {
    if (const gpu::Texture bones = batch_.bones; bones.id != 0 && !view.bones.empty()) {
        const std::span<const scene::BoneMotion> moved = view.bones.all();
        std::ranges::copy(moved, bones_.begin() + kRestBones);
        const auto rows = (static_cast<int>(moved.size()) + kRestBones + kBonesAcross - 1) / kBonesAcross;
        device_.upload_rows(bones, rows, std::as_bytes(std::span<const scene::BoneMotion>(bones_)));
    }
    // A counting sort by mesh, straight into memory that the GPU reads.
    std::fill(counts_.begin(), counts_.end(), 0U);
    for (const scene::MeshInstance& instance : view.instances.all()) {
        if (instance.model < counts_.size()) ++counts_[instance.model];
    }
    for (Batch::Group& group : batch_.groups) group.count = 0;
    batch_.runs.clear();
    batch_.rigid_runs = 0;
    const gpu::Device::Stream instances =
        device_.stream(std::max<std::size_t>(view.instances.size(), 1) * sizeof(scene::InstanceData));
    batch_.instances.range = instances.range;
    if (instances.bytes.empty()) return;
    std::uint32_t start = 0;
    for (const std::uint32_t model : draw_order_) {
        starts_[model] = start;
        if (counts_[model] == 0) continue;
        const Model& mesh = models_[model];
        Batch::Group& group = batch_.groups[mesh.group];
        if (group.count++ == 0) group.first = static_cast<std::uint32_t>(batch_.runs.size());
        if (!group.has_bones) batch_.rigid_runs = batch_.runs.size() + 1;
        batch_.runs.push_back({mesh.first_index, mesh.index_count, start, counts_[model]});
        start += counts_[model];
    }
    for (const scene::MeshInstance& instance : view.instances.all()) {
        if (instance.model >= counts_.size()) continue;
        std::memcpy(instances.bytes.data() + starts_[instance.model]++ * sizeof(scene::InstanceData), &instance.data,
                    sizeof(scene::InstanceData));
    }
}

void Renderer::render(const scene::View& view) {
    if (options_.width <= 0 || options_.height <= 0) return;
    device_.begin_frame();
    batch(view);
    Frame frame{device_, view, options_, buffers_, batch_, device_.push(frame_block(view, options_))};
    bool is_seen = false;  // selected for the debug view
    for (const std::unique_ptr<Pass>& pass : passes_) {
        if (is_seen) {
            pass->advance(frame);
        } else if (pass.get() == looked_at_) {
            run_alone(frame, *pass);
            is_seen = true;
        } else {
            pass->run(frame);
        }
    }
    device_.end_frame();
}

/// The pass whose buffer the debug view shows; later passes are not drawn.
void Renderer::run_alone(Frame& frame, Pass& pass) {
    const Pass::Look look = pass.look(buffers_);
    if (look.alone) {
        gpu::PassDef black = whole("black", *look.image);
        black.clear = true;
        black.clear_colours[0] = {0, 0, 0, 1};
        device_.begin_pass(black);
        device_.end_pass();
    }
    pass.run(frame);
    if (look.image == &buffers_.picture) return;
    device_.begin_pass(whole("look", buffers_.picture));
    gpu::Draw draw = screen_draw(frame, look.image == &buffers_.surfaces ? look_at_surfaces_ : look_, {look.image->texture});
    const auto four = [](float a, float b, const Buffers::Image& image) {
        return Four{a, b, static_cast<float>(image.width), static_cast<float>(image.height)};
    };
    const Four across = {static_cast<float>(options_.width), static_cast<float>(options_.height), 0, 0};
    draw.uniforms[1] = device_.push(std::array<Four, 2>{four(look.how, look.scale, *look.image), across});
    device_.draw(draw);
    device_.end_pass();
}

void Renderer::advance(const scene::View& view) {
    device_.begin_frame();
    Frame frame{device_, view, options_, buffers_, batch_, device_.push(frame_block(view, options_))};
    for (const std::unique_ptr<Pass>& pass : passes_) pass->advance(frame);
    device_.end_frame();
}

void Renderer::show(gpu::Target target) {
    if (options_.width <= 0 || options_.height <= 0) return;
    if (box_.width < width_ || box_.height < height_) {
        gpu::PassDef bars{.name = "bars", .target = target, .width = width_, .height = height_, .clear = true};
        bars.clear_colours[0] = {0, 0, 0, 1};
        device_.begin_pass(bars);
        device_.end_pass();
    }
    device_.copy(buffers_.picture.target, target, box_.width, box_.height, box_.left, height_ - box_.top - box_.height);
}

void Renderer::read(gpu::Image& image) {
    image.width = std::max(width_, 0);
    image.height = std::max(height_, 0);
    constexpr std::array<std::uint8_t, 4> kBar = {0, 0, 0, 255};
    const std::size_t row = static_cast<std::size_t>(image.width) * 4;
    image.pixels.resize(row * static_cast<std::size_t>(image.height));
    for (std::size_t i = 0; i < image.pixels.size(); ++i) image.pixels[i] = kBar[i % 4];
    if (box_.width <= 0 || box_.height <= 0) return;
    const std::size_t box_row = static_cast<std::size_t>(box_.width) * 4;
    rows_.resize(box_row * static_cast<std::size_t>(box_.height));
    device_.read_rgba8(buffers_.picture.target, box_.width, box_.height, std::as_writable_bytes(std::span(rows_)));
    // OpenGL's rows run upward, an image's downward.
    for (int y = 0; y < box_.height; ++y) {
        const std::size_t from = static_cast<std::size_t>(box_.height - 1 - y) * box_row;
        const std::size_t to = static_cast<std::size_t>(box_.top + y) * row + static_cast<std::size_t>(box_.left) * 4;
        std::memcpy(image.pixels.data() + to, rows_.data() + from, box_row);
    }
}

bool Renderer::look_at(std::string_view pass) {
    looked_at_ = nullptr;
    if (pass.empty()) return true;
    for (const std::unique_ptr<Pass>& candidate : passes_) {
        if (candidate->name() == pass) looked_at_ = candidate.get();
    }
    return looked_at_ != nullptr;
}

std::vector<std::string_view> Renderer::pass_names() const {
    std::vector<std::string_view> names;
    for (const std::unique_ptr<Pass>& pass : passes_) names.push_back(pass->name());
    return names;
}

}  // namespace albireo::render
